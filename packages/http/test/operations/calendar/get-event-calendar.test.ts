import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('calendars', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const guest = await person();
  const { id } = await event(guest);
  await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  const one = await call(`GET /v1/events/${id}/calendar.ics`);
  t.equal(one.status, 200);
  t.equal(one.headers['content-type'], 'text/calendar; charset=utf-8');
  t.match(one.text, `UID:${id}@event-platform`);

  const feed = await call('GET /v1/me/calendar', { as: guest });
  t.strictSame(Object.keys(feed.body), ['url']);
  const path = new URL(feed.body.url).pathname;
  const read = await call(`GET ${path}`);
  t.equal(read.status, 200);
  t.equal(read.headers['cache-control'], 'no-store');
  t.match(read.text, `UID:${id}@event-platform`);
  const rotateResponse = await call('POST /v1/me/calendar/rotate', { as: guest });
  t.not(rotateResponse.body.url, feed.body.url);
  isProblem(t, await call(`GET ${path}`), 404, 'not_found', 'the old address');
  isProblem(t, await call('GET /v1/calendars/%00/events.ics'), 404, 'not_found');
  isProblem(t, await call('GET /v1/me/calendar'), 401, 'unauthenticated');
});
