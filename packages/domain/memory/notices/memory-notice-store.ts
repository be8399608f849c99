import type { BookingStatus } from '../../src/events/booking.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import {
  defaultNoticeSettings,
  type Notice,
  type Recipients,
  toldOfTakenDown,
} from '../../src/notices/notice.ts';
import type {
  EventTimers,
  NoticeRecipients,
  NoticeSettingsStore,
  NoticeStore,
} from '../../src/ports/messaging/notice-store.ts';
import { minute } from '../../src/time.ts';
import { isDeviceAlive } from '../devices/memory-device-store.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { hasAccount, onlineUrlFor } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { NoticeRow, Tables } from '../tables.ts';
import { addressesOf, invitedAddressesOf, mailboxesOf } from './mailboxes.ts';
import { seriesDatesOf } from './series-dates.ts';

/** Whether the user of a notice may know of it. */
export const isSeen = (
  { contents, events, eventAdmins }: Tables,
  { contentId, userId }: Pick<NoticeRow, 'contentId' | 'userId'>,
): boolean => {
  const content = contents.get(contentId);
  const event = content?.event && events.get(content.event.id);
  if (!event || event.organizerId === userId) return true;
  if (content.kind === 'event_activity' && !eventAdmins.get(pairKey(event.id, userId))) return false;
  return !event.takenDown || toldOfTakenDown.includes(content.kind);
};

/** Whether it is in the inbox. */
export const isShown = (tables: Tables, row: NoticeRow): boolean => !row.isMailOnly && isSeen(tables, row);

export const toNotice = (
  { contents, users }: Pick<Tables, 'contents' | 'users'>,
  { id, contentId, readAt, createdAt, activity }: NoticeRow,
): Notice => {
  const { kind, event = null, changes = null, text = null } = contents.get(contentId) ?? {};
  const people = (activity?.people ?? []).flatMap((user) => {
    const person = users.get(user);
    return person ? [{ id: person.id, name: person.name, avatar: person.avatar }] : [];
  });
  const counts = activity && { ...activity.counts, people };
  return { id, kind: kind ?? 'event_changed', event, changes, text, activity: counts, createdAt, readAt };
};

export const memoryNoticeStore = (tables: Tables): NoticeStore => {
  const { notices, contents } = tables;
  return {
    open: async (content) => {
      const row = contents.rows().find(({ key }) => key === content.key);
      if (row) return row;
      contents.set(content.id, content);
      return content;
    },
    find: async (id) => contents.get(id) ?? null,
    add: async (contentId, newNotices, at, isMailOnly = false) => {
      const added = newNotices.filter(
        ({ userId }) =>
          hasAccount(tables, userId) &&
          !notices.rows().some((row) => row.contentId === contentId && row.userId === userId),
      );
      const rows = added.map(({ id, userId }) => ({
        ...{ id, userId, contentId, createdAt: at, readAt: null },
        ...{ activityOf: null, activity: null, isMailOnly },
      }));
      for (const row of rows) notices.set(row.id, row);
      return rows.filter((row) => isSeen(tables, row)).map(({ id, userId }) => ({ id, userId }));
    },
    list: async (user, page) => {
      const ownNotices = notices
        .rows()
        .filter((row) => row.userId === user && isShown(tables, row))
        .sort(byKeys(({ createdAt, id }) => [createdAt, id]))
        .reverse();
      const unread = ownNotices.filter(({ readAt }) => !readAt).length;
      return {
        ...pageOf(
          ownNotices.map((row) => toNotice(tables, row)),
          page,
        ),
        unread,
      };
    },
    markRead: async (user, before, at) => {
      for (const row of notices.rows())
        if (row.userId === user && !row.readAt && row.createdAt <= before && isShown(tables, row))
          notices.set(row.id, { ...row, readAt: at });
    },
    mailOf: async (noticeId, invitationId) => {
      const row = notices.get(noticeId);
      if (!row || !isSeen(tables, row) || !(tables.noticeSettings.get(row.userId)?.email ?? true))
        return null;
      const mailbox = [...addressesOf(tables, row.userId), ...invitedAddressesOf(tables, row.userId)].find(
        (one) => one.invitationId === invitationId,
      );
      if (!mailbox) return null;
      const notice = toNotice(tables, row);
      const event = notice.event && tables.events.get(notice.event.id);
      const organizerName = (event && tables.users.get(event.organizerId)?.name) || '';
      const onlineUrl = event?.status === 'scheduled' ? onlineUrlFor(tables, event, row.userId) : null;
      const invitation = tables.invitations
        .rows()
        .find(
          ({ eventId, kind, userId, state }) =>
            eventId === event?.id && kind === 'user' && userId === row.userId && state === 'pending',
        );
      const invitationToken = (notice.kind === 'invitation_received' && invitation?.token) || null;
      const seriesDates = seriesDatesOf(tables, notice, row.userId);
      const locale = tables.users.get(row.userId)?.locale ?? null;
      return { notice, email: mailbox.email, locale, organizerName, onlineUrl, invitationToken, seriesDates };
    },
    forget: async (before) => {
      for (const row of notices.rows()) if (row.createdAt < before) notices.delete(row.id);
      for (const row of contents.rows()) if (row.createdAt < before) contents.delete(row.id);
      return false;
    },
  };
};

/** The last one of a page; null when no more come after it. */
const lastOf = <Row>(rows: readonly Row[], limit: number): Row | null =>
  rows.length > limit ? (rows[limit - 1] as Row) : null;

export const memoryNoticeRecipients = (tables: Tables): NoticeRecipients => {
  const { rsvps, bookings, invitations, blocks, noticeSettings, guestLists } = tables;
  const settingsOf = (user: UserId) => noticeSettings.get(user) ?? defaultNoticeSettings;
  const candidatesOf = (recipients: Recipients, at: Date): readonly UserId[] => {
    if (recipients.to === 'user') return [recipients.userId];
    if (recipients.to === 'guest-list')
      return guestLists
        .rows()
        .filter(({ listId }) => listId === recipients.listId)
        .map(({ userId }) => userId);
    const { eventId } = recipients;
    const rsvpRows = rsvps.rows().filter((row) => row.eventId === eventId);
    const bookersOf = (...statuses: readonly BookingStatus[]) =>
      bookings
        .rows()
        .flatMap((row) => (row.eventId === eventId && statuses.includes(row.status) ? [row.userId] : []));
    const bookers = bookersOf('confirmed', 'waitlisted');
    const usersOf = (state: string) =>
      rsvpRows.filter((row) => row.state === state).map(({ userId }) => userId);
    const invitees = invitations
      .rows()
      .flatMap((row) =>
        row.eventId === eventId && row.kind === 'user' && row.userId ? [{ ...row, userId: row.userId }] : [],
      );
    switch (recipients.to) {
      case 'guests':
        return [...usersOf('going'), ...usersOf('interested'), ...bookers];
      case 'guests-to-remind':
        return [...usersOf('going'), ...bookers].filter((user) =>
          settingsOf(user).reminders.includes(recipients.minutes),
        );
      case 'invitees':
        return invitees
          .filter(
            ({ sentAt, state }) => sentAt.getTime() === recipients.sentAt.getTime() && state !== 'revoked',
          )
          .map(({ userId }) => userId);
      case 'audience': {
        const groups = {
          going: usersOf('going'),
          interested: usersOf('interested'),
          booked: bookersOf('confirmed'),
          waitlisted: bookersOf('waitlisted'),
          invited: invitees
            .filter(({ expiresAt, state }) => state === 'pending' && expiresAt > at)
            .map(({ userId }) => userId),
        };
        return recipients.groups
          .flatMap((group) => groups[group])
          .filter(
            (user) => user !== recipients.authorId && !blocks.get(pairKey(user, recipients.organizerId)),
          );
      }
    }
  };
  const comesTo = (event: EventId, user: UserId): boolean =>
    rsvps.get(pairKey(event, user))?.state === 'going' ||
    bookings.rows().some((row) => row.eventId === event && row.userId === user);
  const sortedIds = (recipients: Recipients, at: Date) => [...new Set(candidatesOf(recipients, at))].sort();
  return {
    page: async (recipients, after, limit, at) => {
      const rest = sortedIds(recipients, at).filter((user) => user > (after ?? ''));
      return { users: rest.slice(0, limit), last: lastOf(rest, limit) };
    },
    pageOfEvents: async (ids, after, limit) => {
      const events = new Map<UserId, EventId>();
      for (const eventId of [...ids].reverse())
        for (const user of candidatesOf({ to: 'guests', eventId }, new Date(0))) events.set(user, eventId);
      const rest = [...events]
        .filter(([user]) => user > (after ?? ''))
        .sort(byKeys(([user]) => [user]))
        .map(([userId, eventId]) => ({ userId, eventId }));
      return { guests: rest.slice(0, limit), last: lastOf(rest, limit)?.userId ?? null };
    },
    count: async (recipients, at) => sortedIds(recipients, at).length,
    keepGuests: async (listId, eventId) => {
      for (const userId of sortedIds({ to: 'guests', eventId }, new Date(0)))
        guestLists.set(pairKey(listId, userId), {
          listId,
          userId,
          isComing: comesTo(eventId, userId),
          mailbox:
            mailboxesOf(tables, userId).find(
              ({ invitationId }) => invitations.get(invitationId)?.eventId === eventId,
            ) ?? null,
        });
    },
    withoutAddress: async (users, event, listId, at) =>
      users.filter((user) => {
        const isListed = listId !== null && guestLists.get(pairKey(listId, user))?.isComing === true;
        const hasDevice = tables.devices
          .rows()
          .some((row) => row.userId === user && isDeviceAlive(tables, row, at));
        return tables.users.get(user)?.email === null && !hasDevice && (isListed || comesTo(event, user));
      }),
    mailboxes: async (users) =>
      users.flatMap((userId) => {
        const all = settingsOf(userId).email ? addressesOf(tables, userId) : [];
        const first = new Map(all.toReversed().map(({ email, invitationId }) => [email, invitationId]));
        return [...first].map(([email, invitationId]) => ({ userId, invitationId, email }));
      }),
  };
};

const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

export const memoryNoticeSettings = ({ noticeSettings }: Tables): NoticeSettingsStore => ({
  of: async (user) => noticeSettings.get(user) ?? defaultNoticeSettings,
  save: async (user, settings) => {
    const row = { ...defaultNoticeSettings, ...noticeSettings.get(user), ...given(settings) };
    noticeSettings.set(user, row);
    return row;
  },
});

export const memoryEventTimers = (tables: Tables): EventTimers => ({
  takeReminders: async (earliest, at) => {
    const clockRow = tables.reminderClock.get('clock');
    const from = clockRow && clockRow > earliest ? clockRow : earliest;
    tables.reminderClock.set('clock', at);
    const offsets = new Set([
      ...defaultNoticeSettings.reminders,
      ...tables.noticeSettings.rows().flatMap(({ reminders }) => reminders),
    ]);
    const hasGuests = (event: EventId): boolean =>
      tables.rsvps.rows().some(({ eventId, state }) => eventId === event && state === 'going') ||
      tables.bookings.rows().some(({ eventId }) => eventId === event);
    return tables.events
      .rows()
      .filter(({ id, status }) => status === 'scheduled' && hasGuests(id))
      .flatMap(({ id, startAt }) =>
        [...offsets]
          .filter((minutes) => {
            const dueAt = startAt.getTime() - minutes * minute;
            return dueAt > from.getTime() && dueAt <= at.getTime();
          })
          .map((minutes) => ({ eventId: id, startAt, minutes })),
      );
  },
  takeEdit: async (event) => {
    const edit = tables.eventEdits.get(event);
    tables.eventEdits.delete(event);
    return edit ?? null;
  },
});
