import t from 'tap';
import { person, refusal } from '../support.ts';
import { privateScene, tokenFor } from './invitation-scene.ts';

t.test('a revoked invitation admits no user, and its user may be invited again', async (t) => {
  const { world, domain, organizer, eventId, invite, accept } = await privateScene();
  const guest = await person(world);
  await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  const { items } = await domain.listEventInvitations({ eventId, callerId: organizer });
  const revoke = (callerId = organizer) =>
    domain.revokeInvitation({ eventId, callerId, invitationId: items[0]?.id ?? '' });
  await accept(token, guest);
  await t.rejects(revoke(guest), refusal('forbidden'));
  await revoke();
  await t.rejects(revoke(), refusal('invitation_not_found'));
  await t.rejects(accept(token, guest), refusal('invitation_expired'));
  t.ok(await domain.getEvent({ eventId, callerId: guest }), 'the RSVP keeps the event visible');
  await domain.answerRsvp({ eventId, userId: guest, state: null });
  await t.rejects(domain.getEvent({ eventId, callerId: guest }), refusal('event_not_found'));
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 1 });
});
