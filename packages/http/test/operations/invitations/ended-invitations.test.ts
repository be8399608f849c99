import t from 'tap';
import { isProblem, newEvent, openTestApp } from '../../../test-support/test-app.ts';

const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

const day = 86_400_000;

t.test('invitations that are over', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const called = await event(organizer);
  const past = await event(organizer, {
    ...newEvent(world),
    endAt: new Date(world.clock.now().getTime() + 2 * day).toISOString(),
  });
  const link = async (id: string) =>
    tokenOf(
      (await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } })).body
        .inviteLink,
    );
  const ofCalled = await link(called.id);
  const ofPast = await link(past.id);
  await call(`POST /v1/events/${called.id}/cancel`, { as: organizer });
  isProblem(
    t,
    await call(`POST /v1/event-invites/${ofCalled}/accept`, { as: guest }),
    409,
    'event_cancelled',
  );
  isProblem(t, await call(`GET /v1/event-invites/${ofCalled}`), 404, 'invitation_expired');
  isProblem(
    t,
    await call(`POST /v1/events/${called.id}/invites`, { as: organizer, body: { userIds: [guest.id] } }),
    409,
    'event_cancelled',
  );
  world.clock.advance(10 * 60_000);
  t.equal((await call(`GET /v1/event-invites/${ofPast}`)).status, 200);
  world.clock.advance(2 * day);
  isProblem(t, await call(`GET /v1/event-invites/${ofPast}`), 404, 'invitation_expired');
});
