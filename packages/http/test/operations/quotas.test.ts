import t from 'tap';
import { isProblem, newEvent, openTestApp } from '../../test-support/test-app.ts';

t.test('each quota of an account is 429 with its name, and says when to try again', async (t) => {
  const { call, person, event, world } = await openTestApp(t, { domain: { quotaScale: 0.01 } });
  const [as, other] = [await person(), await person()];
  const ownEvent = await event(as);
  const at = `/v1/events/${ownEvent.id}`;
  // A hundredth of a young account's tenth is one of each.
  await call(`PATCH ${at}`, { as, body: { title: 'Renamed' } });
  await call('POST /v1/me/circles', { as, body: { name: 'Band' } });
  await call(`POST ${at}/rsvp`, { as, body: { status: 'going' } });
  const day = 24 * 3600;
  const spent: readonly [string, unknown, string, number][] = [
    ['POST /v1/events', newEvent(world), 'daily-events', day],
    [`PATCH ${at}`, { title: 'Again' }, 'event-changes', 3600],
    [`POST ${at}/cancel`, undefined, 'event-changes', 3600],
    [`DELETE ${at}`, undefined, 'event-changes', 3600],
    [`PUT ${at}/admins/${other.id}`, undefined, 'event-changes', 3600],
    [`DELETE ${at}/admins/${other.id}`, undefined, 'event-changes', 3600],
    ['POST /v1/me/circles', { name: 'Choir' }, 'all-circles', day],
    [`POST ${at}/rsvp`, { status: 'interested' }, 'rsvps-and-saves', 3600],
    [`POST ${at}/save`, { saved: true }, 'rsvps-and-saves', 3600],
  ];
  for (const [target, body, budget, seconds] of spent) {
    const response = await call(target, { as, body });
    t.match(response.body, { code: 'rate_limited', budget, status: 429 }, target);
    t.equal(response.status, 429);
    t.equal(response.headers['retry-after'], String(seconds));
    t.equal(response.headers['ratelimit-limit'], '1');
  }
  t.strictSame((await call(`POST ${at}/rsvp`, { as, body: { status: null } })).body, {
    myRsvp: null,
    rsvpCount: 0,
  });
  t.equal((await call(`POST ${at}/save`, { as, body: { saved: false } })).status, 200);
  t.equal((await call(`POST ${at}/rsvp`, { as: other, body: { status: 'going' } })).status, 200);
  isProblem(t, await call('POST /v1/events', { as, body: {} }), 400, 'invalid_request', 'faults come first');
});

t.test('the problem names budgets of the account alone', async (t) => {
  const { call } = await openTestApp(t, { domain: { smsDailyBudget: 0 } });
  const { status, body } = await call('POST /v1/auth/otp/start', { body: { phone: '+447700900123' } });
  t.equal(status, 429);
  t.notOk('budget' in body);
});
