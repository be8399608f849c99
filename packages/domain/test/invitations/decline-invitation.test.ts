import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { person, refusal } from '../support.ts';
import { privateScene } from './invitation-scene.ts';

t.test('only the user declines, and may accept later', async (t) => {
  const { world, eventId, invite, accept } = await privateScene();
  const [guest, stranger] = [await person(world), await person(world)];
  await invite({ userIds: [guest] });
  const [mine] = await world.domain.listMyInvitations({ userId: guest });
  if (!mine) return t.fail('invited');
  const decline = (userId: UserId, invitationId: string = mine.id) =>
    world.domain.declineInvitation({ invitationId, userId });
  await t.rejects(decline(stranger), refusal('invitation_not_found'));
  await t.rejects(decline(guest, 'nope'), refusal('invitation_not_found'));
  await world.domain.answerRsvp({ eventId, userId: guest, state: 'interested' });
  await decline(guest);
  await t.rejects(decline(guest), refusal('invitation_not_found'));
  t.hasStrict(await world.domain.getEvent({ eventId, callerId: guest }), { myRsvp: 'interested' });
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 0, skipped: 1 }, 'not asked again');
  t.hasStrict(await accept(mine.token, guest), { myRsvp: 'going' });
});
