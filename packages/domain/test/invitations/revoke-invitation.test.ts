import t from 'tap';
import { createDomain } from '../../src/create-domain.ts';
import type { UserId } from '../../src/ids.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { person, problemOf, refusal } from '../support.ts';
import { mailedToken, privateScene, tokenFor } from './invitation-scene.ts';

const origin = { sessionId: null, network: '198.51.100.0/24' };

/** A private event with an invited guest, and shorthands. */
const invitedScene = async () => {
  const scene = await privateScene();
  const { world, domain, organizer, eventId, invite } = scene;
  const guest = await person(world);
  await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  const [invitation] = (await domain.listEventInvitations({ eventId, callerId: organizer })).items;
  const invitationId = invitation?.id ?? '';
  const command = { eventId, callerId: organizer, invitationId, origin };
  const revoke = (more = {}, by = domain) => by.revokeInvitation({ ...command, ...more });
  const sees = (userId: UserId = guest) =>
    domain.getEvent({ eventId, callerId: userId }).then(
      () => true,
      () => false,
    );
  return { ...scene, guest, token, invitationId, revoke, sees };
};

/** The domain, where `meanwhile` is done just before each unit of work. */
const interrupted = (
  { world }: Pick<Awaited<ReturnType<typeof privateScene>>, 'world'>,
  meanwhile: (stores: Stores) => Promise<unknown>,
) => {
  const { unitOfWork, stores } = world.dependencies;
  return createDomain({
    ...world.dependencies,
    unitOfWork: {
      run: async (work, size) => {
        await meanwhile(stores);
        return unitOfWork.run(work, size);
      },
    },
  });
};

t.test('a revoked invitation admits no user, and its user may be invited again', async (t) => {
  const { domain, guest, token, eventId, invite, accept, revoke, sees } = await invitedScene();
  await accept(token, guest);
  await t.rejects(revoke({ callerId: guest }), refusal('forbidden'));
  t.strictSame(await revoke(), { stillAttends: true });
  await t.rejects(revoke(), refusal('invitation_not_found'));
  await t.rejects(accept(token, guest), refusal('invitation_expired'));
  t.equal(await sees(), true, 'the RSVP keeps the event visible');
  await domain.answerRsvp({ eventId, userId: guest, state: null });
  t.equal(await sees(), false);
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 1 });
});

t.test('revoking tells whether the person still attends', async (t) => {
  const pending = await invitedScene();
  t.strictSame(await pending.revoke(), { stillAttends: false });
  const cleared = await invitedScene();
  await cleared.accept(cleared.token, cleared.guest);
  await cleared.domain.answerRsvp({ eventId: cleared.eventId, userId: cleared.guest, state: null });
  t.strictSame(await cleared.revoke(), { stillAttends: false });
  const { invite, accept, domain, eventId, organizer, world } = await privateScene();
  await invite({ emails: ['guest@mail.example'] });
  const [mailedInvite] = (await domain.listEventInvitations({ eventId, callerId: organizer })).items;
  await world.deliverMails();
  await accept(mailedToken(world), await person(world));
  const command = { eventId, callerId: organizer, invitationId: mailedInvite?.id ?? '' };
  t.strictSame(await domain.revokeInvitation(command), { stillAttends: true }, 'also by mail');
});

t.test('revoking may remove the person as well', async (t) => {
  const { world, guest, token, eventId, organizer, accept, revoke, sees } = await invitedScene();
  await accept(token, guest);
  const bystander = await person(world);
  await accept((await world.domain.rotateInviteLink({ eventId, callerId: organizer })).linkToken, bystander);
  t.strictSame(await revoke({ remove: true }), { stillAttends: false });
  t.strictSame([await sees(), await sees(bystander)], [false, true]);
  await t.rejects(revoke({ remove: true }), refusal('invitation_not_found'));
  const { linkToken } = await world.domain.rotateInviteLink({ eventId, callerId: organizer });
  await t.rejects(accept(linkToken, guest), refusal('invitation_not_found'));
  t.strictSame(
    world.auditEntries.filter((entry) => entry.event === 'guest_removed'),
    [{ event: 'guest_removed', userId: organizer, origin, eventId }],
  );
  await world.performJobs();
  const notices = await world.domain.listNotices({ userId: guest });
  t.match(notices.items[0], { kind: 'guest_removed', event: { id: eventId } });
});

t.test('a person may be removed after the invitation was revoked', async (t) => {
  const { guest, token, accept, revoke, sees } = await invitedScene();
  await accept(token, guest);
  await revoke();
  t.strictSame(await revoke({ remove: true }), { stillAttends: false });
  t.equal(await sees(), false);
});

t.test('revoking removes no manager, and no user who is not tied to the event', async (t) => {
  const declined = await invitedScene();
  await declined.domain.declineInvitation({ invitationId: declined.invitationId, userId: declined.guest });
  t.strictSame(await declined.revoke({ remove: true }), { stillAttends: false });
  t.notOk(declined.world.auditEntries.some((entry) => entry.event === 'guest_removed'));
  const { domain, organizer, eventId, guest, token, accept, revoke, sees } = await invitedScene();
  await accept(token, guest);
  await domain.addEventAdmin({ eventId, callerId: organizer, userId: guest });
  await t.rejects(revoke({ remove: true }), refusal('is_manager'));
  t.equal((await domain.listEventInvitations({ eventId, callerId: organizer })).items[0]?.state, 'accepted');
  t.equal(await sees(), true);
});

t.test('removes the person who accepts by mail just then', async (t) => {
  const scene = await privateScene();
  const { world, domain, organizer, eventId, invite } = scene;
  const guest = await person(world);
  await invite({ emails: ['guest@mail.example'] });
  const [mailedInvite] = (await domain.listEventInvitations({ eventId, callerId: organizer })).items;
  const invitationId = mailedInvite?.id as Parameters<Stores['invitations']['accept']>[0];
  const racing = interrupted(scene, async ({ invitations, rsvps }) => {
    if (await invitations.accept(invitationId, guest, world.clock.now()))
      await rsvps.set(eventId, guest, 'going', world.clock.now());
  });
  const command = { eventId, callerId: organizer, invitationId, remove: true };
  t.strictSame(await racing.revokeInvitation(command), { stillAttends: false });
  t.equal((await domain.listAttendees({ eventId, callerId: organizer })).total, 0);
});

t.test('an invitation that is revoked while it is accepted is gone, not accepted before', async (t) => {
  const scene = await invitedScene();
  const { guest, token, revoke, world } = scene;
  const racing = interrupted(scene, () => revoke());
  const acceptPromise = racing.acceptInvitation({ token, userId: guest });
  t.strictSame(await problemOf(acceptPromise), { code: 'invitation_expired' });
  t.equal(world.tables.rsvps.rows().length, 0);
});

t.test('an invitation is not found by an account that is erased while it accepts', async (t) => {
  const scene = await invitedScene();
  const { guest, token } = scene;
  const racing = interrupted(scene, ({ users }) => users.erase(guest, scene.world.clock.now()));
  const acceptPromise = racing.acceptInvitation({ token, userId: guest });
  t.strictSame(await problemOf(acceptPromise), { code: 'invitation_not_found' });
});
