import ICAL from 'ical.js';
import t from 'tap';
import { linksOf } from '../src/links.ts';
import { presentCalendar } from '../src/presenters/present-calendar.ts';
import { isProblem, openTestApp, publicUrl } from '../test-support/test-app.ts';

const entry = {
  id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never,
  title: 'Święto; "Łodzi", part 1\nBEGIN:VEVENT',
  description: `Bring ${'a very long line '.repeat(20)}\nand a lamp \\o/`,
  startAt: new Date('2026-10-25T00:30:00.000Z'),
  endAt: new Date('2026-10-25T02:30:00.000Z'),
  location: { address: 'Piotrkowska 1, Łódź', lat: 51.7687, lng: 19.4569 },
  status: 'scheduled',
  sequence: 3,
  updatedAt: new Date('2026-06-01T12:00:00.000Z'),
} as const;

t.test('another library reads back what was written', async (t) => {
  const name = 'Noc; "Łódź", a\\b\r\nX-EVIL:1';
  const entries = [entry, { ...entry, id: 'b' as never, status: 'cancelled' as const }];
  const text = presentCalendar(name, entries, linksOf(publicUrl));
  t.match(text, /END:VCALENDAR\r\n$/, 'the last line ends like all others');
  t.ok(
    text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
    'lines are folded (RFC 5545 section 3.1)',
  );
  const calendar = new ICAL.Component(ICAL.parse(text));
  // ical.js does not know these two as texts, and leaves their escapes.
  for (const property of ['name', 'x-wr-calname'])
    t.equal(calendar.getFirstPropertyValue(property), String.raw`Noc\; "Łódź"\, a\\b\nX-EVIL:1`, property);
  t.notOk(calendar.getFirstProperty('x-evil'), 'a name cannot smuggle a line in');
  const events = calendar.getAllSubcomponents('vevent');
  t.equal(events.length, 2, 'a title cannot smuggle an event in');
  const [first, second] = events.map((component) => new ICAL.Event(component));
  t.equal(first?.uid, `${entry.id}@event-platform`);
  t.equal(first?.sequence, 3);
  t.equal(first?.summary, entry.title);
  t.equal(first?.description, entry.description);
  t.equal(first?.location, entry.location.address);
  t.strictSame(first?.startDate.toJSDate(), entry.startAt);
  t.strictSame(first?.endDate.toJSDate(), entry.endAt);
  t.equal(first?.startDate.zone, ICAL.Timezone.utcTimezone);
  t.equal(first?.component.getFirstPropertyValue('url'), `${publicUrl}/v1/events/${entry.id}`);
  t.equal(first?.component.getFirstPropertyValue('status'), 'CONFIRMED');
  t.equal(second?.component.getFirstPropertyValue('status'), 'CANCELLED');
  t.strictSame(first?.component.getFirstPropertyValue('geo'), [51.7687, 19.4569]);
});

t.test('lines are as long as they may be, whatever their characters take in UTF-8', async (t) => {
  for (const letter of ['a', 'é', '\u07ff', '\u0800', '漢', '\uffff', '\u{10000}', '😀']) {
    const text = presentCalendar('', [{ ...entry, description: letter.repeat(500) }], linksOf(publicUrl));
    const [first = '', ...further] = /DESCRIPTION:[\s\S]*?(?=\r\n\S)/.exec(text)?.[0].split('\r\n') ?? [];
    const [bytes, size] = [Buffer.byteLength(first), Buffer.byteLength(letter)];
    t.ok(bytes <= 75 && bytes + size > 75, `${letter}: ${bytes} bytes`);
    for (const line of further.slice(0, -1)) {
      const length = Buffer.byteLength(line);
      t.ok(length <= 75 && length + size > 75, `${letter}: ${length} bytes`);
    }
  }
});

t.test('no stored text begins a line of its own, whatever a reader takes for a line break', async (t) => {
  const breaks = ['\r\n', '\r', '\n', '\v', '\f', '\u001c', '\u001e', '\u0085', '\u2028', '\u2029'];
  const hostile = breaks.map((lineBreak) => `a${lineBreak}X-EVIL:1`).join('');
  const location = { ...entry.location, address: hostile };
  const text = presentCalendar(
    hostile,
    [{ ...entry, title: hostile, description: hostile, location }],
    linksOf(publicUrl),
  );
  // Unfolded (RFC 5545 section 3.1).
  for (const line of text.replaceAll('\r\n ', '').split(new RegExp(breaks.join('|'))))
    t.notMatch(line, /^X-EVIL/);
  t.notMatch(text.replaceAll('\r\n', ''), /[^\P{Cc}\t]/u, 'no control characters at all');
});

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
  const changed = await read(feed.url);
  t.equal(changed.headers['cache-control'], 'no-store');
  t.match(changed.text, 'SUMMARY:Moved indoors');
  t.match(changed.text, 'SEQUENCE:1');
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
      answeredAt: row.createdAt,
    });
  }
  const { body: feed } = await call('GET /v1/me/calendar', { as });
  const read = (headers = {}) => call(`GET ${feed.url.slice(publicUrl.length)}`, { headers });
  const events = world.tables.events.rows;
  world.tables.events.rows = () => {
    reads += 1;
    return events();
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => read()));
  t.equal(reads, 1, 'one request works it out');
  const [first] = answers;
  for (const { text } of answers) t.equal(text, first?.text);
  t.ok(Buffer.byteLength(first?.text ?? '') <= 512_000);
  const calendar = new ICAL.Component(ICAL.parse(first?.text ?? ''));
  const found = calendar.getAllSubcomponents('vevent');
  t.ok(found.length > 100 && found.length <= 300);
  t.equal(found[0]?.getFirstPropertyValue('description'), '😀'.repeat(500));
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
