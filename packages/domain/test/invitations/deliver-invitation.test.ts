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
  const refusing = createMemoryWorld({ overrides: { mailer: { sendInvitation: async () => 'refused' } } });
  const owner = await person(refusing);
  const other = await event(refusing, owner);
  await refusing.domain.invite({
    eventId: other.id,
    callerId: owner,
    circleIds: [],
    userIds: [],
    emails: ['x@y.example'],
  });
  await refusing.deliverMails();
  const list = await refusing.domain.listEventInvitations({ eventId: other.id, callerId: owner });
  t.equal(list.items[0]?.delivery, 'refused');
});
