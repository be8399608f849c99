import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { minute } from '../../src/time.ts';
import { invitationScene, privateScene } from '../invitations/invitation-scene.ts';
import { event, person, refusal, unknownId } from '../support.ts';

const origin = { sessionId: null, network: '198.51.100.0/24' };

/** A private event with a guest by the link, one by invitation, and an admin. */
const guestScene = async () => {
  const scene = await privateScene();
  const { world, domain, organizer, eventId, invite, accept } = scene;
  const [byLink, invitedUserId, admin] = [await person(world), await person(world), await person(world)];
  const { linkToken } = await invite({ userIds: [invitedUserId] });
  await accept(linkToken, byLink);
  await domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  const list = (more = {}, callerId = organizer) => domain.listAttendees({ eventId, callerId, ...more });
  const remove = (userId: string, callerId = organizer) =>
    domain.removeAttendee({ eventId, callerId, userId, origin });
  return { ...scene, byLink, invited: invitedUserId, admin, linkToken, list, remove };
};

t.test('organizer and admins list the attendees, guests do not', async (t) => {
  const { world, organizer, byLink, invited, admin, list } = await guestScene();
  for (const caller of [organizer, admin]) {
    const { items, ...meta } = await list({}, caller);
    t.strictSame(meta, { page: 1, limit: 20, total: 2 });
    t.strictSame(
      items.map(({ user, rsvp, via }) => [user.id, rsvp, via]),
      [
        [byLink, 'going', 'link'],
        [invited, null, 'invitation'],
      ],
    );
  }
  t.strictSame(await list({ rsvp: 'interested', page: 2, limit: 1 }), {
    page: 2,
    limit: 1,
    total: 0,
    items: [],
  });
  await t.rejects(list({ limit: 51 }), refusal('invalid_request'));
  await t.rejects(list({}, byLink), refusal('forbidden'));
  await t.rejects(list({}, await person(world)), refusal('event_not_found'));
});

t.test('a removed guest of a private event knows it no more', async (t) => {
  const { world, domain, organizer, eventId, byLink, linkToken, accept, remove, list } = await guestScene();
  await remove(byLink);
  const asGuest = { eventId, callerId: byLink, userId: byLink };
  await t.rejects(domain.getEvent(asGuest), refusal('event_not_found'));
  await t.rejects(domain.answerRsvp({ ...asGuest, state: 'going' }), refusal('event_not_found'));
  await t.rejects(accept(linkToken, byLink), refusal('invitation_not_found'));
  const rotated = await domain.rotateInviteLink({ eventId, callerId: organizer });
  await t.rejects(accept(rotated.linkToken, byLink), refusal('invitation_not_found'));
  t.equal((await accept(rotated.linkToken, await person(world))).eventId, eventId, 'others may use the link');
  t.equal((await list()).total, 2);
  t.equal((await domain.getEvent({ eventId, callerId: organizer })).rsvpCount, 1);
});

t.test('a removed guest of a public event sees it and cannot respond', async (t) => {
  const { world, domain, organizer, eventId, invite, accept } = await invitationScene();
  const guest = await person(world);
  const answer = (state: 'going' | 'interested' | null) =>
    domain.answerRsvp({ eventId, userId: guest, state });
  await answer('going');
  const { linkToken } = await invite({ emails: ['guest@mail.example'] });
  await domain.removeAttendee({ eventId, callerId: organizer, userId: guest });
  t.hasStrict(await domain.getEvent({ eventId, callerId: guest }), { myRsvp: null, rsvpCount: 0 });
  for (const state of ['going', 'interested'] as const)
    await t.rejects(answer(state), refusal('removed_by_organizer'));
  t.strictSame(await answer(null), { myRsvp: null, rsvpCount: 0 }, 'clearing is always possible');
  await t.rejects(accept(linkToken, guest), refusal('invitation_not_found'));
  await domain.cancelEvent({ eventId, callerId: organizer });
  await t.rejects(answer('going'), refusal('event_cancelled'));
});

t.test('a removed guest comes back by a new personal invitation', async (t) => {
  const { world, domain, eventId, byLink, invited, linkToken, invite, accept, remove } = await guestScene();
  for (const guest of [byLink, invited]) await remove(guest);
  t.hasStrict(await invite({ userIds: [byLink, invited] }), { sent: 2, skipped: 0 });
  for (const userId of [byLink, invited])
    t.hasStrict(await domain.answerRsvp({ eventId, userId, state: 'going' }), { myRsvp: 'going' });
  t.hasStrict(await accept(linkToken, byLink), { myRsvp: 'going' });
  await remove(invited);
  world.clock.advance(minute);
  await invite({ emails: ['invited@mail.example'] });
  await world.deliverMails();
  t.hasStrict(await accept(world.mailsSent.at(-1)?.token ?? '', invited), { eventId });
});

t.test('a mail that was sent before the removal lets a removed guest in no more', async (t) => {
  const { world, byLink, invite, accept, remove } = await guestScene();
  await invite({ emails: ['other@mail.example'] });
  await world.deliverMails();
  const token = world.mailsSent.at(-1)?.token ?? '';
  world.clock.advance(minute);
  await remove(byLink);
  await t.rejects(accept(token, byLink), refusal('invitation_not_found'));
  t.ok(await accept(token, await person(world)), 'it stays usable');
});

t.test('managers, unknown callers and people who are gone cannot be removed', async (t) => {
  const { world, domain, organizer, admin, byLink, invited, remove } = await guestScene();
  await t.rejects(remove(organizer, admin), refusal('is_manager'));
  await t.rejects(remove(admin), refusal('is_manager'));
  await t.rejects(remove(admin, admin), refusal('is_manager'));
  const stranger = await person(world);
  for (const userId of [stranger, unknownId, 'x', '']) await t.rejects(remove(userId), refusal('not_found'));
  await t.rejects(remove(invited, byLink), refusal('forbidden'));
  await t.rejects(remove(invited, stranger), refusal('event_not_found'));
  const elsewhere = await event(world, stranger, { visibility: 'private' });
  await t.rejects(
    domain.removeAttendee({ eventId: elsewhere.id, callerId: organizer, userId: stranger }),
    refusal('event_not_found'),
  );
  await remove(invited, admin);
  await t.rejects(remove(invited), refusal('not_found'));
});

t.test('records who removed a guest, once', async (t) => {
  const { world, admin, byLink, eventId, remove } = await guestScene();
  const recorded = () => world.auditEntries.filter((entry) => entry.event === 'guest_removed');
  await t.rejects(remove(admin), refusal('is_manager'));
  await t.rejects(remove('x'), refusal('not_found'));
  t.strictSame(recorded(), []);
  await remove(byLink, admin);
  t.strictSame(recorded(), [{ event: 'guest_removed', userId: admin as UserId, origin, eventId }]);
});

t.test('a removal rotates the shared link in the same step', async (t) => {
  const { world, domain, organizer, eventId, byLink, invited, linkToken, accept } = await guestScene();
  const remove = (userId: string, rotateLink?: boolean) =>
    domain.removeAttendee({ eventId, callerId: organizer, userId, origin, rotateLink });
  await remove(invited);
  await accept(linkToken, await person(world));
  await remove(byLink, true);
  await t.rejects(accept(linkToken, await person(world)), refusal('invitation_expired'));
  t.equal(world.auditEntries.filter((entry) => entry.event === 'link_rotated').length, 1);
  const { linkToken: current } = await domain.rotateInviteLink({ eventId, callerId: organizer });
  await t.rejects(remove(byLink, true), refusal('not_found'));
  await accept(current, await person(world));
});

t.test('the feed of a removed guest is another one at once', async (t) => {
  const { domain, byLink, remove } = await guestScene();
  const { token } = await domain.getCalendarFeed({ userId: byLink });
  const before = await domain.findFeedOwner({ token });
  t.strictSame(await domain.findFeedOwner({ token }), before);
  await remove(byLink);
  t.not((await domain.findFeedOwner({ token })).version, before.version);
  t.strictSame(await domain.readCalendarFeed({ userId: byLink }), []);
});
