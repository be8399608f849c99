import ICAL from 'ical.js';
import t from 'tap';
import { isProblem, openTestApp, publicUrl } from '../../../test-support/test-app.ts';

t.test('calendars over HTTP', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const [host, guest] = [await person(), await person()];
  const { id } = await event(host);
  const one = await call(`GET /v1/events/${id}/calendar.ics`);
  t.equal(one.status, 200);
  t.equal(one.headers['content-type'], 'text/calendar; charset=utf-8');
  t.match(one.headers['content-disposition'], `event-${id}.ics`);
  t.match(one.text, `UID:${id}@event-platform`);
  const calendar = new ICAL.Component(ICAL.parse(one.text));
  t.equal(calendar.getFirstPropertyValue('name'), 'Lantern', 'named after the app');
  const url = String(calendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('url'));
  t.equal((await call(`GET ${url.slice(publicUrl.length)}`)).body.id, id, 'its URL leads to the event');

  isProblem(t, await call('GET /v1/me/calendar'), 401, 'unauthenticated');
  const { body: feed } = await call('GET /v1/me/calendar', { as: guest });
  t.strictSame((await call('GET /v1/me/calendar', { as: guest })).body, feed, 'the same on each call');
  const pathOf = (url: string) => url.slice(publicUrl.length);
  const read = (url: string) => {
    world.clock.advance(10_000);
    return call(`GET ${pathOf(url)}`);
  };
  t.notMatch((await read(feed.url)).text, 'BEGIN:VEVENT');
  await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  await call(`PATCH /v1/events/${id}`, { as: host, body: { title: 'Moved indoors' } });
  const changeResponse = await read(feed.url);
  t.equal(changeResponse.headers['cache-control'], 'no-store');
  t.match(changeResponse.text, 'SUMMARY:Moved indoors');
  t.match(changeResponse.text, 'SEQUENCE:1');
  await call(`POST /v1/events/${id}/cancel`, { as: host });
  t.match((await read(feed.url)).text, 'STATUS:CANCELLED');
  t.match((await call(`GET /v1/events/${id}/calendar.ics`)).text, 'STATUS:CANCELLED');
  const { body: fresh } = await call('POST /v1/me/calendar/rotate', { as: guest });
  isProblem(t, await read(feed.url), 404, 'not_found');
  t.equal((await read(fresh.url)).status, 200);
  isProblem(t, await call('GET /v1/calendars/%22;drop/events.ics'), 404, 'not_found');
});

t.test('a feed is bounded, worked out once in ten seconds, and may be revalidated', async (t) => {
  let reads = 0;
  const { call, person, event, world } = await openTestApp(t);
  const as = await person();
  const { id } = await event(as, { description: '😀'.repeat(600) });
  await call(`POST /v1/events/${id}/rsvp`, { as, body: { status: 'going' } });
  const row = world.tables.events.get(id);
  if (!row) throw new Error('the event is there');
  for (let count = 1; count < 330; count += 1) {
    const other = `${id.slice(0, -4)}${String(count).padStart(4, '0')}` as typeof row.id;
    world.tables.events.set(other, { ...row, id: other });
    world.tables.rsvps.set(`${other} ${as.id}`, {
      eventId: other,
      userId: as.id as never,
      state: 'going',
      respondedAt: row.createdAt,
    });
  }
  const { body: feed } = await call('GET /v1/me/calendar', { as });
  const read = (headers = {}) => call(`GET ${feed.url.slice(publicUrl.length)}`, { headers });
  const events = world.tables.events.rows;
  world.tables.events.rows = () => {
    reads += 1;
    return events();
  };
  const responses = await Promise.all(Array.from({ length: 20 }, () => read()));
  t.equal(reads, 1, 'one request works it out');
  const [first] = responses;
  for (const { text } of responses) t.equal(text, first?.text);
  t.ok(Buffer.byteLength(first?.text ?? '') <= 512_000);
  const calendar = new ICAL.Component(ICAL.parse(first?.text ?? ''));
  const vevents = calendar.getAllSubcomponents('vevent');
  t.ok(vevents.length > 100 && vevents.length <= 300);
  t.equal(vevents[0]?.getFirstPropertyValue('description'), '😀'.repeat(500));
  const etag = String(first?.headers.etag);
  const same = await read({ 'if-none-match': etag });
  t.equal(same.status, 304);
  t.equal(same.text, '');
  world.tables.events.set(id, { ...row, title: 'Renamed' });
  world.clock.advance(9_999);
  t.equal((await read({ 'if-none-match': etag })).status, 304);
  t.equal(reads, 1);
  world.clock.advance(1);
  t.match((await read({ 'if-none-match': etag })).text, 'SUMMARY:Renamed');
  t.equal(reads, 2);
});
