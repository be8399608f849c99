import { devicePolicy } from '../../src/devices/device.ts';
import { noticeEvent } from '../../src/events/notice-event.ts';
import type { UserId } from '../../src/ids.ts';
import { defaultNoticeSettings, type NoticeContent } from '../../src/notices/notice.ts';
import { after, minute } from '../../src/time.ts';
import {
  addBooking,
  addEvent,
  addSession,
  addUser,
  newId,
  newToken,
  now,
  sendInvitation,
} from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'notices'
  | 'noticeRecipients'
  | 'noticeSettings'
  | 'announcements'
  | 'events'
  | 'users'
  | 'rsvps'
  | 'invitations'
  | 'blocks'
  | 'bookings'
  | 'moderation'
  | 'devices'
  | 'sessions'
  | 'exports'
>;

const contentOf = (changes: Partial<NoticeContent> = {}): NoticeContent => {
  const id = newId<'content'>();
  return {
    id,
    key: id,
    kind: 'new_sign_in',
    event: null,
    changes: null,
    text: null,
    createdAt: now,
    ...changes,
  };
};

const page = { page: 1, limit: 10 };

export const noticeStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'tells a user of a content once', async (t, { stores }) => {
    const { notices } = stores;
    const event = await addEvent(stores);
    const user = (await addUser(stores)).id;
    const changes = { address: { old: 'Here', new: 'There' } };
    const content = contentOf({ kind: 'event_changed', event: noticeEvent(event), changes, text: 'x' });
    t.strictSame(await notices.open(content), content);
    t.strictSame(await notices.open({ ...contentOf(), key: content.key }), content, 'the one that is kept');
    t.strictSame(await notices.find(content.id), content);
    t.equal(await notices.find(newId()), null);
    const notice = { id: newId<'notice'>(), userId: user };
    t.strictSame(await notices.add(content.id, [notice], now), [notice]);
    const again = { ...notice, id: newId<'notice'>() };
    const unknownUser = { id: newId<'notice'>(), userId: newId<'user'>() as UserId };
    await concurrently(4, async () =>
      t.strictSame(await notices.add(content.id, [again, unknownUser], now), []),
    );
    const { kind, text, createdAt } = content;
    t.strictSame(await notices.list(user, page), {
      ...page,
      total: 1,
      unread: 1,
      items: [
        { id: notice.id, kind, event: content.event, changes, text, activity: null, createdAt, readAt: null },
      ],
    });
  });

  await example(t, 'lists the newest first and marks as read up to an instant', async (t, { stores }) => {
    const { notices } = stores;
    const user = (await addUser(stores)).id;
    for (const minutes of [0, 1, 2]) {
      const content = await notices.open(contentOf());
      await notices.add(content.id, [{ id: newId(), userId: user }], after(now, minutes * minute));
    }
    const firstReading = after(now, 3 * minute);
    await notices.markRead(user, after(now, minute), firstReading);
    await notices.markRead(user, after(now, minute), after(firstReading, 1));
    const { items, unread } = await notices.list(user, page);
    t.equal(unread, 1);
    t.strictSame(
      items.map(({ readAt }) => readAt),
      [null, firstReading, firstReading],
    );
    t.strictSame((await notices.list(user, { page: 2, limit: 2 })).items, items.slice(2));
    await notices.forget(after(now, 2 * minute));
    t.equal((await notices.list(user, page)).total, 1);
  });

  await example(t, 'knows who comes and has no proven address', async (t, { stores }) => {
    const { noticeRecipients: recipients, rsvps } = stores;
    const event = await addEvent(stores);
    const users = await concurrently(4, () => addUser(stores));
    const withEmail = await addUser(stores, { email: 'ada@mail.example' });
    const [going, interestedUserId, bookedUserId, other] = users.map(({ id }) => id) as [
      UserId,
      UserId,
      UserId,
      UserId,
    ];
    for (const user of [going, withEmail.id]) await rsvps.set(event.id, user, 'going', now);
    await rsvps.set(event.id, interestedUserId, 'interested', now);
    await addBooking(stores, event.id, bookedUserId);
    const all = [going, interestedUserId, bookedUserId, other, withEmail.id];
    const found = async (listId: string | null = null, at = now) =>
      [...(await recipients.withoutAddress(all, event.id, listId, at))].sort();
    t.strictSame(await recipients.withoutAddress([], event.id, null, now), []);
    t.strictSame(await found(), [going, bookedUserId].sort());
    const session = await addSession(stores, other);
    await rsvps.set(event.id, other, 'going', now);
    const device = {
      id: newId(),
      userId: other,
      sessionId: session.id,
      platform: 'fcm',
      address: newToken(),
    } as const;
    const seen = { keys: null, locale: 'en', appVersion: null, createdAt: now, lastSeenAt: now };
    await stores.devices.register({ ...device, ...seen }, 10);
    t.strictSame(await found(), [going, bookedUserId].sort(), 'a device is told by push');
    t.strictSame(
      await found(null, after(now, devicePolicy.retention)),
      [going, bookedUserId, other].sort(),
      'one that was not seen for long is told nothing',
    );
    const listId = newId();
    await recipients.keepGuests(listId, event.id);
    await rsvps.set(event.id, going, null, now);
    t.strictSame(await found(), [bookedUserId]);
    t.strictSame(await found(listId), [going, bookedUserId].sort());
  });

  await example(t, 'finds recipients page by page', async (t, { stores }) => {
    const { noticeRecipients: recipients, rsvps, noticeSettings, blocks } = stores;
    const event = await addEvent(stores, { capacity: 1 });
    const users = await concurrently(7, () => addUser(stores));
    const [going, interestedUserId, bookedUserId, invitedUserId, picky, blocker, waitingUserId] = users.map(
      ({ id }) => id,
    ) as [UserId, UserId, UserId, UserId, UserId, UserId, UserId];
    for (const user of [going, picky, blocker]) await rsvps.set(event.id, user, 'going', now);
    await rsvps.set(event.id, interestedUserId, 'interested', now);
    for (const user of [bookedUserId, waitingUserId]) await addBooking(stores, event.id, user);
    await sendInvitation(stores, event, { kind: 'user', userId: invitedUserId });
    const choices = { activity: 'off', push: true, pushPreview: 'none' } as const;
    const settings = { ...choices, email: false, reminders: [7] };
    t.strictSame(await noticeSettings.save(picky, { ...settings, push: false }), {
      ...settings,
      push: false,
    });
    const kept = { ...settings, pushPreview: undefined, activity: undefined };
    t.strictSame(await noticeSettings.save(picky, kept), settings);
    t.strictSame(await noticeSettings.save(picky, kept), settings, 'what changes nothing returns what stays');
    t.strictSame(await noticeSettings.of(picky), settings);
    t.strictSame(await noticeSettings.of(going), defaultNoticeSettings);
    await blocks.add(blocker, event.organizerId, 10);

    const about = { eventId: event.id };
    const all = async (recipientsQuery: Parameters<typeof recipients.page>[0], limit = 2) => {
      const userIds: UserId[] = [];
      let last: UserId | null = null;
      do {
        const part: Awaited<ReturnType<typeof recipients.page>> = await recipients.page(
          recipientsQuery,
          last,
          limit,
          now,
        );
        userIds.push(...part.users);
        last = part.last;
      } while (last !== null);
      t.equal(await recipients.count(recipientsQuery, now), userIds.length);
      return userIds;
    };
    const sorted = (...ids: UserId[]) => ids.sort();
    t.strictSame(
      await all({ to: 'guests', ...about }),
      sorted(...[going, picky, blocker, interestedUserId, bookedUserId, waitingUserId]),
    );
    t.strictSame(
      await all({ to: 'guests-to-remind', ...about, minutes: 120 }),
      sorted(going, bookedUserId, blocker, waitingUserId),
    );
    t.strictSame(await all({ to: 'guests-to-remind', ...about, minutes: 7 }, 1), [picky]);
    t.strictSame(await all({ to: 'invitees', ...about, sentAt: now }), [invitedUserId]);
    t.strictSame(await all({ to: 'invitees', ...about, sentAt: after(now, 1) }), []);
    const other = await addEvent(stores);
    const [pending, accepted, declined, revoked] = await concurrently(4, async () => {
      const { id: userId } = await addUser(stores);
      return { userId, invitation: await sendInvitation(stores, other, { kind: 'user', userId }) };
    });
    if (!pending || !accepted || !declined || !revoked) throw new Error('Not all were invited.');
    await stores.invitations.accept(accepted.invitation.id, accepted.userId, now);
    await stores.invitations.decline(declined.invitation.id, declined.userId, now);
    await stores.invitations.revoke(revoked.invitation.id, now);
    t.strictSame(
      await all({ to: 'invitees', eventId: other.id, sentAt: now }),
      sorted(pending.userId, accepted.userId, declined.userId),
      'an answer may be faster than the notice',
    );
    t.strictSame(await all({ to: 'user', userId: going }), [going]);
    const { organizerId } = event;
    const audienceOf = (...groups: ('going' | 'interested' | 'booked' | 'waitlisted' | 'invited')[]) =>
      all({ to: 'audience', ...about, organizerId, authorId: organizerId, groups });
    t.strictSame(await audienceOf('going'), sorted(going, picky, bookedUserId, waitingUserId));
    t.strictSame(
      await audienceOf('interested', 'invited', 'booked'),
      sorted(interestedUserId, invitedUserId, bookedUserId),
    );
    t.strictSame(await audienceOf('waitlisted'), [waitingUserId]);
    t.strictSame(
      await all({ to: 'audience', ...about, organizerId, authorId: picky, groups: ['going'] }),
      sorted(going, bookedUserId, waitingUserId),
      'not to who speaks',
    );
    const listId = newId<'list'>();
    await recipients.keepGuests(listId, event.id);
    await stores.events.remove(event.id);
    t.strictSame(
      await all({ to: 'guest-list', listId }),
      sorted(...[going, picky, blocker, interestedUserId, bookedUserId, waitingUserId]),
    );
  });

  await example(t, 'mails to accepted addresses of users who want mail', async (t, { stores }) => {
    const { notices, noticeRecipients, noticeSettings, invitations } = stores;
    const event = await addEvent(stores, { organizerId: (await addUser(stores, { name: 'Olga' })).id });
    const [reader, pending] = await concurrently(2, async () => (await addUser(stores)).id);
    const [one, other] = [reader as UserId, pending as UserId];
    const acceptedInvitation = await sendInvitation(stores, event, {
      kind: 'email',
      email: 'one@example.com',
    });
    await sendInvitation(stores, event, { kind: 'email', email: 'two@example.com' });
    await invitations.accept(acceptedInvitation.id, one, now);
    t.strictSame(await noticeRecipients.mailboxes([one, other]), [
      { userId: one, invitationId: acceptedInvitation.id, email: 'one@example.com' },
    ]);
    t.strictSame(await noticeRecipients.mailboxes([]), []);
    const content = await notices.open(contentOf({ event: noticeEvent(event) }));
    const notice = { id: newId<'notice'>(), userId: one };
    await notices.add(content.id, [notice, { id: newId(), userId: other }], now);
    const mail = await notices.mailOf(notice.id, acceptedInvitation.id);
    t.equal(mail?.email, 'one@example.com');
    t.equal(mail?.organizerName, 'Olga');
    t.equal(mail?.locale, null);
    await stores.users.update(one, { locale: 'de-AT' });
    t.equal((await notices.mailOf(notice.id, acceptedInvitation.id))?.locale, 'de-AT');
    t.strictSame(mail?.notice, (await notices.list(one, page)).items[0]);
    t.equal(mail?.invitationToken, null);
    const invited = await notices.open(contentOf({ kind: 'invitation_received', event: noticeEvent(event) }));
    const inviteNotice = { id: newId<'notice'>(), userId: one };
    await notices.add(invited.id, [inviteNotice], now);
    const tokenOf = async (id: string) => (await notices.mailOf(id, acceptedInvitation.id))?.invitationToken;
    t.equal(await tokenOf(inviteNotice.id), null, 'of a mail address, which has a mail of its own');
    await sendInvitation(stores, event, { kind: 'user', userId: other });
    t.equal(await tokenOf(inviteNotice.id), null, 'of another user');
    const ownInvitation = await sendInvitation(stores, event, { kind: 'user', userId: one });
    t.equal(await tokenOf(inviteNotice.id), ownInvitation.token);
    t.equal(await tokenOf(notice.id), null, 'in mails about other things');
    await invitations.revoke(ownInvitation.id, now);
    t.equal(await tokenOf(inviteNotice.id), null, 'once it is gone');
    t.equal(await notices.mailOf(newId(), acceptedInvitation.id), null);
    await noticeSettings.save(one, { email: false, reminders: [], activity: 'daily' });
    t.equal(await notices.mailOf(notice.id, acceptedInvitation.id), null);
    t.strictSame(await noticeRecipients.mailboxes([one]), []);
    await noticeSettings.save(one, { email: true, reminders: [], activity: 'daily' });
    await invitations.revoke(acceptedInvitation.id, now);
    t.equal(
      (await notices.mailOf(notice.id, acceptedInvitation.id))?.email,
      'one@example.com',
      'it did accept',
    );
    await stores.rsvps.set(event.id, one, 'going', now);
    await noticeRecipients.keepGuests(newId(), event.id);
    await stores.events.remove(event.id);
    t.strictSame(await noticeRecipients.mailboxes([one, other]), [
      { userId: one, invitationId: acceptedInvitation.id, email: 'one@example.com' },
    ]);
    t.equal(
      (await notices.mailOf(notice.id, acceptedInvitation.id))?.email,
      'one@example.com',
      'of a deleted event',
    );
    t.equal(await notices.mailOf(notice.id, newId()), null);
  });

  await example(
    t,
    'of an event that is taken down guests see that it is off, and all of it once it is restored',
    async (t, { stores }) => {
      const { notices, invitations, moderation } = stores;
      const [event, otherEvent] = [await addEvent(stores), await addEvent(stores)];
      const [guest, bystander, latecomer] = (await concurrently(3, () => addUser(stores))).map(
        ({ id }) => id,
      ) as [UserId, UserId, UserId];
      const { id: invitationId } = await sendInvitation(stores, otherEvent, {
        kind: 'email',
        email: 'guest@example.com',
      });
      await invitations.accept(invitationId, guest, now);
      const told = async (kind: NoticeContent['kind'], about: typeof event | null, ...users: UserId[]) => {
        const content = await notices.open(contentOf({ kind, event: about && noticeEvent(about) }));
        const toAdd = users.map((userId) => ({ id: newId<'notice'>(), userId }));
        await notices.add(content.id, toAdd, now);
        return { contentId: content.id, ids: toAdd.map(({ id }) => id) };
      };
      const announced = await told('announcement', event, guest, event.organizerId);
      const changed = await told('event_changed', event, guest);
      const shown = [
        await told('announcement', otherEvent, guest, bystander),
        await told('new_sign_in', null, guest, bystander),
        await told('guest_removed', event, guest),
        await told('event_cancelled', event, guest),
      ].map(({ ids: [id] }) => id as string);
      const hidden = [announced, changed].map(({ ids: [id] }) => id as string);
      const all = [...hidden, ...shown].toReversed();
      const inboxOf = async (user: UserId) => {
        const { items, total, unread } = await notices.list(user, page);
        const second = await notices.list(user, { page: 2, limit: 2 });
        t.strictSame(second.items, items.slice(2, 4));
        return { ids: items.map(({ id }) => id), total, unread };
      };
      const mailed = async () => {
        const mails = await Promise.all(all.map((id) => notices.mailOf(id, invitationId)));
        return mails.flatMap((mail) => (mail ? [mail.notice.id] : []));
      };
      const others = async () => [await inboxOf(bystander), await inboxOf(event.organizerId)];
      const othersBefore = await others();
      t.strictSame(await inboxOf(guest), { ids: all, total: 6, unread: 6 });
      t.strictSame(await mailed(), all);

      await moderation.takeDown(event.id, { reason: 'Fraud.', at: now });
      const left = shown.toReversed();
      t.strictSame(await inboxOf(guest), { ids: left, total: 4, unread: 4 });
      t.strictSame(await mailed(), left);
      t.strictSame(await others(), othersBefore);
      const late = { id: newId<'notice'>(), userId: latecomer };
      t.strictSame(await notices.add(announced.contentId, [late], now), [], 'kept, and told to none');
      t.strictSame(await inboxOf(latecomer), { ids: [], total: 0, unread: 0 });
      await notices.markRead(guest, now, now);
      t.strictSame(await inboxOf(guest), { ids: left, total: 4, unread: 0 });

      await moderation.restore(event.id);
      t.strictSame(await inboxOf(guest), { ids: all, total: 6, unread: 2 }, 'what was hidden was not read');
      t.strictSame(await mailed(), all);
      t.strictSame(await inboxOf(latecomer), { ids: [late.id], total: 1, unread: 1 });
      t.strictSame(await others(), othersBefore);
    },
  );

  await example(t, 'an export says what the notices tell that their user may see', async (t, { stores }) => {
    const { exports, moderation, notices } = stores;
    const [event, guest] = [await addEvent(stores), (await addUser(stores)).id];
    const about = { event: noticeEvent(event), changes: { address: { old: 'Here', new: 'There' } } };
    const content = contentOf({ kind: 'announcement', ...about, text: 'Bring a lamp.' });
    await notices.open(content);
    const id = newId<'notice'>();
    await notices.add(content.id, [{ id, userId: guest }], now);
    const exported = async () => (await exports.read(guest, 'notices', null)).rows;
    const { kind, text } = content;
    const told = { id, contentId: content.id, kind, text, activity: null, readAt: null, createdAt: now };
    t.strictSame(await exported(), [JSON.parse(JSON.stringify({ ...told, ...about }))]);
    await moderation.takeDown(event.id, { reason: 'Fraud.', at: now });
    t.strictSame(await exported(), []);
    await moderation.restore(event.id);
    t.equal((await exported()).length, 1);
  });

  await example(t, 'lists announcements for those tied to the event', async (t, { stores }) => {
    const { announcements } = stores;
    const event = await addEvent(stores);
    const guest = (await addUser(stores)).id;
    const announcement = {
      id: newId<'announcement'>(),
      eventId: event.id,
      authorId: event.organizerId,
      text: 'Bring a lamp.\nAnd a blanket.',
      to: ['going', 'invited'] as const,
      createdAt: now,
    };
    const later = { ...announcement, id: newId<'announcement'>() };
    await announcements.add(announcement);
    await announcements.add(later);
    t.strictSame(await announcements.find(announcement.id), announcement);
    t.strictSame(await announcements.list(event.id, page), {
      ...page,
      total: 2,
      items: [later, announcement],
    });
    t.equal(await announcements.isTied(event.id, guest, now), false);
    await stores.rsvps.set(event.id, guest, 'interested', now);
    t.equal(await announcements.isTied(event.id, guest, now), true);
    const invitee = (await addUser(stores)).id;
    await sendInvitation(stores, event, { kind: 'user', userId: invitee });
    t.equal(await announcements.isTied(event.id, invitee, now), true);
    t.equal(await announcements.isTied(event.id, invitee, event.endAt), false, 'expired');
    await stores.events.remove(event.id);
    t.equal(await announcements.find(announcement.id), null);
  });
};
