import t from 'tap';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('a postponed event says so, and is answered no more until it has a date', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, guest] = [await person(), await person()];
  const { id, startAt } = await event(organizer);
  const path = `POST /v1/events/${id}`;
  t.equal((await call(`${path}/postpone`)).status, 401);
  t.equal((await call(`${path}/postpone`, { as: guest })).body.code, 'forbidden');
  const response = await call(`${path}/postpone`, { as: organizer });
  t.match(response, { status: 200, body: { status: 'postponed', startAt } });
  t.strictSame((await call(`${path}/postpone`, { as: organizer })).body, response.body);
  t.equal((await call('GET /v1/events')).body.meta.total, 0);
  t.match((await call('GET /v1/me/events?role=organizing', { as: organizer })).body.data, [
    { id, status: 'postponed' },
  ]);
  const rsvp = await call(`${path}/rsvp`, { as: guest, body: { status: 'going' } });
  t.match(rsvp, { status: 409, body: { code: 'event_postponed' } });
  t.equal((await call(`${path}/save`, { as: guest, body: { saved: true } })).status, 200);
  const invites = await call(`${path}/invites`, { as: organizer, body: { emails: ['a@mail.example'] } });
  t.equal(invites.body.code, 'event_postponed');
  const day = new Date(Date.parse(startAt) + 86_400_000);
  const body = { startAt: day, endAt: new Date(day.getTime() + 3_600_000) };
  const moved = await call(`PATCH /v1/events/${id}`, { as: organizer, body });
  t.equal(moved.status, 200);
  t.notOk('status' in moved.body);
  t.equal((await call('GET /v1/events')).body.meta.total, 1);
});
