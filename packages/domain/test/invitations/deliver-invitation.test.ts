import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { event, person } from '../support.ts';
import { privateScene } from './invitation-scene.ts';

t.test('a mail of a revoked invitation is not sent; a refused mail is recorded', async (t) => {
  const { world, eventId, organizer, invite } = await privateScene();
  await invite({ emails: ['a@mail.example'] });
  const [invitation] = (await world.domain.listEventInvitations({ eventId, callerId: organizer })).items;
  if (!invitation) return t.fail('listed');
  await world.domain.revokeInvitation({ eventId, callerId: organizer, invitationId: invitation.id });
  await world.deliverMails();
  t.equal(world.mailsSent.length, 0);
  const refusingWorld = createMemoryWorld({
    overrides: { mailer: { sendInvitation: async () => 'refused' } },
  });
  const owner = await person(refusingWorld);
  const other = await event(refusingWorld, owner);
  await refusingWorld.domain.invite({
    eventId: other.id,
    callerId: owner,
    circleIds: [],
    userIds: [],
    emails: ['x@y.example'],
  });
  await refusingWorld.deliverMails();
  const list = await refusingWorld.domain.listEventInvitations({ eventId: other.id, callerId: owner });
  t.equal(list.items[0]?.delivery, 'refused');
});
