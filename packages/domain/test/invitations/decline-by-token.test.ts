import t from 'tap';
import { createDomain } from '../../src/create-domain.ts';
import type { InvitationStore } from '../../src/ports/guests/invitation-store.ts';
import { person, refusal } from '../support.ts';
import { mailedToken, privateScene, tokenFor } from './invitation-scene.ts';

t.test('the token of a mail proves whose invitation it is', async (t) => {
  const { world, eventId, organizer, invite, accept } = await privateScene();
  const [guest, other] = [await person(world), await person(world)];
  await invite({ emails: ['guest@mail.example'] });
  await world.deliverMails();
  const token = mailedToken(world);
  await world.domain.declineByToken({ token, userId: guest });
  await world.domain.declineByToken({ token, userId: guest });
  const page = { page: 1, limit: 20 };
  const { items } = await world.domain.listEventInvitations({ eventId, callerId: organizer, ...page });
  t.hasStrict(items, [{ state: 'declined', user: null }]);
  t.hasStrict(await accept(token, guest), { myRsvp: 'going' }, 'and may accept later');
  for (const userId of [guest, other])
    await t.rejects(world.domain.declineByToken({ token, userId }), refusal('invitation_already_accepted'));
});

t.test('an invitation to a user is declined by that user', async (t) => {
  const { world, invite } = await privateScene();
  const [guest, other] = [await person(world), await person(world)];
  await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  await t.rejects(world.domain.declineByToken({ token, userId: other }), refusal('invitation_not_yours'));
  await world.domain.declineByToken({ token, userId: guest });
  t.strictSame(await world.domain.listMyInvitations({ userId: guest }), []);
});

t.test('an invitation that is revoked meanwhile cannot be declined', async (t) => {
  const { world, eventId, organizer, invite } = await privateScene();
  const guest = await person(world);
  await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  const { stores, clock } = world.dependencies;
  const interrupted = (invitations: InvitationStore): InvitationStore => ({
    ...invitations,
    decline: async (id, ...rest) => {
      await invitations.revoke(id, clock.now());
      return invitations.decline(id, ...rest);
    },
  });
  const { unitOfWork } = world.dependencies;
  const domain = createDomain({
    ...world.dependencies,
    stores: { ...stores, invitations: interrupted(stores.invitations) },
    unitOfWork: {
      run: (work) =>
        unitOfWork.run((inside) => work({ ...inside, invitations: interrupted(inside.invitations) })),
    },
  });
  await t.rejects(domain.declineByToken({ token, userId: guest }), refusal('invitation_not_found'));
  const { items } = await domain.listEventInvitations({ eventId, callerId: organizer });
  t.hasStrict(items, [{ state: 'revoked' }]);
});

t.test('a shared link, an unknown and an expired token cannot be declined', async (t) => {
  const { world, invite } = await privateScene();
  const guest = await person(world);
  const { linkToken } = await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  const decline = (each: string) => world.domain.declineByToken({ token: each, userId: guest });
  await t.rejects(decline(linkToken), refusal('invitation_not_found'));
  await t.rejects(decline('unknown'), refusal('invitation_not_found'));
  const { expiresAt } = await world.domain.readInvitation({ token });
  world.clock.set(expiresAt);
  await t.rejects(decline(token), refusal('invitation_expired'));
});
