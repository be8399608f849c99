import type { EventId, UserId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addCircle, addEvent, addUser, newId, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { candidatesOf, invite, peopleOf } from './candidates-scene.ts';

type Ports = Needs<
  'blocks' | 'circles' | 'eventAdmins' | 'events' | 'invitations' | 'inviteLinks' | 'rsvps' | 'users',
  'unitOfWork'
>;

/** Whom a request to invite names, as {@link InvitationStore.candidates} says. */
export const invitationCandidatesContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'counts how often circles and ids name each person', async (t, { stores }) => {
    const { id: eventId, organizerId: owner } = await addEvent(stores);
    const [ada, bob, cyd, erasedUser] = [
      await addUser(stores),
      await addUser(stores),
      await addUser(stores),
      await addUser(stores),
    ];
    await stores.users.erase(erasedUser.id, now);
    const first = await addCircle(stores, owner, [ada.id, bob.id]);
    const second = await addCircle(stores, owner, [ada.id]);
    await addCircle(stores, owner, [cyd.id]);
    const foreign = await addCircle(stores, ada.id, [cyd.id]);
    const candidates = await candidatesOf(stores, {
      eventId,
      owner,
      circleIds: [first, second, foreign, newId<'circle'>()],
      userIds: [ada.id, ada.id, bob.id, someUser().id, erasedUser.id],
    });
    t.strictSame(candidates, [4, { [ada.id]: [4, false, null], [bob.id]: [2, false, null] }]);
    const twice = await candidatesOf(stores, { eventId, owner, circleIds: [second, second] });
    t.strictSame(twice, [0, { [ada.id]: [2, false, null] }], 'a circle named twice names its members twice');
    t.strictSame(await candidatesOf(stores, { eventId, owner }), [0, {}]);
    for (const most of [1, 2]) {
      const [, some] = await candidatesOf(stores, {
        eventId,
        owner,
        circleIds: [first],
        userIds: [bob.id],
        most,
      });
      t.equal(Object.keys(some).length, most, `of two people at most ${most}`);
    }
    const unknownEventId = newId<'event'>() as EventId;
    const nowhere = await candidatesOf(stores, { eventId: unknownEventId, owner, userIds: [owner] });
    t.strictSame(nowhere, [0, { [owner]: [1, false, null] }], 'an unknown event has no insiders');
  });

  await example(
    t,
    'tells who is inside this event, and of what state their invitation is',
    async (t, { stores }) => {
      const event = await addEvent(stores);
      const [plain, admin, going, interestedUserId, joinedUserId] = await peopleOf(stores);
      const [pendingUserId, declinedUserId, expiredUserId, revokedUserId, acceptedUserId] =
        await peopleOf(stores);
      await stores.eventAdmins.add(event.id, admin);
      await stores.rsvps.set(event.id, going, 'going', now);
      await stores.rsvps.set(event.id, interestedUserId, 'interested', now);
      await stores.inviteLinks.join(event.id, joinedUserId, now);
      await invite(stores, event, pendingUserId);
      await stores.invitations.decline((await invite(stores, event, declinedUserId)).id, declinedUserId, now);
      await invite(stores, event, expiredUserId, { createdAt: after(now, -day), expiresAt: now });
      await stores.invitations.revoke((await invite(stores, event, revokedUserId)).id, now);
      await stores.invitations.accept((await invite(stores, event, acceptedUserId)).id, acceptedUserId, now);
      const candidates = {
        [event.organizerId]: [1, true, null],
        [plain]: [1, false, null],
        [admin]: [1, true, null],
        [going]: [1, true, null],
        [interestedUserId]: [1, false, null],
        [joinedUserId]: [1, true, null],
        [pendingUserId]: [1, false, 'pending'],
        [declinedUserId]: [1, false, 'declined'],
        [expiredUserId]: [1, false, 'expired'],
        [revokedUserId]: [1, false, 'revoked'],
        [acceptedUserId]: [1, false, 'accepted'],
      };
      const userIds = Object.keys(candidates) as UserId[];
      const query = { owner: event.organizerId, userIds };
      t.strictSame(await candidatesOf(stores, { ...query, eventId: event.id }), [0, candidates]);
      const other = await addEvent(stores);
      const noTies = userIds.map((id) => [id, [1, false, null]]);
      const elsewhere = await candidatesOf(stores, { ...query, eventId: other.id });
      t.strictSame(elsewhere, [0, Object.fromEntries(noTies)], 'at another event all are strangers');
    },
  );

  await example(t, 'counts an invitation by mail for who accepted it', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [guest, both, withdrawnUserId, plain] = await peopleOf(stores);
    const mailTo = async (address: string) =>
      (await sendInvitation(stores, event, { kind: 'email', email: address })).id;
    await stores.invitations.accept(await mailTo('a@mail.example'), guest, now);
    await stores.invitations.revoke((await invite(stores, event, both)).id, now);
    await stores.invitations.accept(await mailTo('b@mail.example'), both, now);
    const revokedInvitationId = await mailTo('c@mail.example');
    await stores.invitations.accept(revokedInvitationId, withdrawnUserId, now);
    await stores.invitations.revoke(revokedInvitationId, now);
    await mailTo('d@mail.example');
    const userIds = [guest, both, withdrawnUserId, plain];
    const candidates = await candidatesOf(stores, { eventId: event.id, owner: event.organizerId, userIds });
    t.strictSame(candidates, [
      0,
      {
        [guest]: [1, false, 'accepted'],
        [both]: [1, false, 'accepted'],
        [withdrawnUserId]: [1, false, null],
        [plain]: [1, false, null],
      },
    ]);
  });

  await example(t, 'tells the state of invitations by mail', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const mailTo = async (to: typeof event, address: string, changes = {}) =>
      (await sendInvitation(stores, to, { kind: 'email', email: address }, changes)).id;
    await mailTo(event, 'pending@mail.example');
    await mailTo(event, 'expired@mail.example', { createdAt: after(now, -day), expiresAt: now });
    await stores.invitations.revoke(await mailTo(event, 'revoked@mail.example'), now);
    const acceptedInvitationId = await mailTo(event, 'accepted@mail.example');
    await stores.invitations.accept(acceptedInvitationId, (await addUser(stores)).id, now);
    await mailTo(event, 'unasked@mail.example');
    await mailTo(other, 'new@mail.example');
    await invite(stores, event, (await addUser(stores)).id);
    const states = ['accepted', 'expired', 'pending', 'revoked'];
    const { addresses } = await stores.invitations.candidates({
      eventId: event.id,
      organizer: event.organizerId,
      inviter: event.organizerId,
      circleIds: [],
      userIds: [],
      emails: [...states, 'new'].map((name) => `${name}@mail.example`),
      most: 99,
      at: now,
    });
    t.strictSame(
      [...addresses].sort((one, two) => (one.email < two.email ? -1 : 1)),
      states.map((state) => ({ email: `${state}@mail.example`, invitation: state })),
    );
  });

  await example(t, 'counts the pending invitations of the organizer elsewhere', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { organizerId } = event;
    const [guest, other, unaskedUserId] = await peopleOf(stores);
    const add = (changes = {}) => addEvent(stores, { organizerId, ...changes });
    for (const to of [event, await add(), await add({ visibility: 'private' })])
      await invite(stores, to, guest);
    await invite(stores, await add(), other);
    await invite(stores, await addEvent(stores), guest);
    const cancelledEvent = await add();
    await invite(stores, cancelledEvent, guest);
    await stores.events.cancel(cancelledEvent.id, now);
    await invite(stores, await add(), guest, { expiresAt: now });
    await stores.invitations.decline((await invite(stores, await add(), guest)).id, guest, now);
    await stores.invitations.revoke((await invite(stores, await add(), guest)).id, now);
    await stores.rsvps.set((await add()).id, guest, 'going', now);
    const mailedInvitation = await sendInvitation(stores, await add(), {
      kind: 'email',
      email: 'm@mail.example',
    });
    await stores.invitations.accept(mailedInvitation.id, guest, now);
    const userIds = [guest, other, unaskedUserId];
    const count = async (organizer: UserId) => {
      const query = {
        eventId: event.id,
        organizer,
        inviter: organizer,
        circleIds: [],
        userIds,
        emails: [],
        most: 99,
        at: now,
      };
      const { users } = await stores.invitations.candidates(query);
      return userIds.map((id) => users.find(({ userId }) => userId === id)?.pendingElsewhere);
    };
    t.strictSame(await count(organizerId), [2, 1, 0]);
    t.strictSame(await count(guest), [0, 0, 0], 'of another organizer');
  });

  await example(t, 'tells who blocks the organizer or the inviter', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [inviter, blocksInviter, blocksOrganizer, blocksOther, blockedUser] = await peopleOf(stores);
    await stores.blocks.add(blocksInviter, inviter, 9);
    await stores.blocks.add(blocksOrganizer, event.organizerId, 9);
    await stores.blocks.add(blocksOther, blockedUser, 9);
    await stores.blocks.add(event.organizerId, blockedUser, 9);
    const userIds = [blocksInviter, blocksOrganizer, blocksOther, blockedUser];
    const organizer = event.organizerId;
    const names = { circleIds: [], userIds, emails: [] };
    const query = { eventId: event.id, organizer, inviter, ...names, most: 99, at: now };
    const { users } = await stores.invitations.candidates(query);
    t.strictSame(
      userIds.map((id) => users.find(({ userId }) => userId === id)?.hasBlocked),
      [true, true, false, false],
    );
  });

  await example(
    t,
    'serves one organizer at a time within units of work',
    async (t, { stores, unitOfWork }) => {
      const { id: organizer } = await addUser(stores);
      const { id: guest } = await addUser(stores);
      const counts = await concurrently(5, async () => {
        const event = await addEvent(stores, { organizerId: organizer });
        return unitOfWork.run(async (inside) => {
          const names = { circleIds: [], userIds: [guest], emails: [] };
          const query = { eventId: event.id, organizer, inviter: organizer, ...names };
          const { users } = await inside.invitations.candidates({ ...query, most: 99, at: now });
          await invite(inside, event, guest);
          return users[0]?.pendingElsewhere;
        });
      });
      t.strictSame(counts.sort(), [0, 1, 2, 3, 4]);
    },
  );
};
