import t from 'tap';
import { createDomain } from '../../src/create-domain.ts';
import { person, problemOf } from '../support.ts';
import { invitationScene } from './invitation-scene.ts';

t.test('an accepted invitation says so, also when the event was cancelled since', async (t) => {
  const { world, domain, organizer, eventId, invite } = await invitationScene();
  const guest = await person(world);
  await invite({ userIds: [guest] });
  const [mine] = await domain.listMyInvitations({ userId: guest });
  const accept = () => domain.acceptInvitation({ token: mine?.token ?? '', userId: guest });
  t.strictSame(await accept(), { eventId, eventTitle: 'Lantern concert', myRsvp: 'going' });
  await domain.cancelEvent({ eventId, callerId: organizer });
  t.strictSame(await problemOf(accept()), { code: 'invitation_already_accepted' });
});

t.test('nothing is accepted when the event is deleted meanwhile', async (t) => {
  const { world, invite } = await invitationScene();
  const guest = await person(world);
  const { linkToken } = await invite({ userIds: [guest] });
  const { unitOfWork } = world.dependencies;
  const domain = createDomain({
    ...world.dependencies,
    unitOfWork: {
      run: (work, size) =>
        unitOfWork.run(
          (stores) => work({ ...stores, rsvps: { ...stores.rsvps, answer: async () => null } }),
          size,
        ),
    },
  });
  t.strictSame(await problemOf(domain.acceptInvitation({ token: linkToken, userId: guest })), {
    code: 'invitation_not_found',
  });
  t.equal(world.tables.joins.rows().length, 0);
});
