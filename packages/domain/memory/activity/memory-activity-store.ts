import { activityPolicy, addedActivity } from '../../src/activity/activity.ts';
import { noticeEvent } from '../../src/events/notice-event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { defaultNoticeSettings } from '../../src/notices/notice.ts';
import type { ActivityStore } from '../../src/ports/messaging/activity-store.ts';
import { byKeys } from '../events/order.ts';
import { isShown, toNotice } from '../notices/memory-notice-store.ts';
import type { Tables } from '../tables.ts';

let count = 0;

/** Notes what a person did at an event, for its managers. */
export const noteActivity = (
  { activity }: Pick<Tables, 'activity'>,
  entry: Parameters<ActivityStore['note']>[0][number],
): void => {
  count += 1;
  activity.set(String(count).padStart(12, '0'), entry);
};

export const memoryActivityStore = (tables: Tables): ActivityStore => {
  const { activity, contents, digests, events, eventAdmins, notices, noticeSettings } = tables;
  const wantsDigest = (user: UserId): boolean =>
    (noticeSettings.get(user) ?? defaultNoticeSettings).activity === 'daily';
  const openNotice = (user: UserId, event: EventId) =>
    notices.rows().find((row) => row.userId === user && row.activityOf === event && !row.readAt);
  return {
    note: async (entries) => {
      for (const entry of entries) noteActivity(tables, entry);
    },
    take: async (limit) => {
      const oldest = activity
        .entries()
        .sort(byKeys(([key]) => [key]))
        .slice(0, limit);
      for (const [key] of oldest) activity.delete(key);
      return oldest.map(([, entry]) => entry);
    },
    managed: async (ids, at) =>
      ids.flatMap((id) => {
        const event = events.get(id);
        if (!event || event.status === 'cancelled' || event.takenDown || event.endAt <= at) return [];
        const admins = eventAdmins.rows().flatMap(({ eventId, userId }) => (eventId === id ? [userId] : []));
        const managerIds = [event.organizerId, ...admins].filter((user) => tables.users.get(user));
        return [{ event: noticeEvent(event), managerIds }];
      }),
    tell: async (activities, at) =>
      activities.map(({ id, contentId, userId, event, counts, people }) => {
        const open = openNotice(userId, event.id);
        if (open) {
          const sum = addedActivity(open.activity ?? { counts, people: [] }, { counts, people });
          notices.set(open.id, { ...open, createdAt: at, activity: sum });
          return { id: open.id, userId, eventId: event.id, isNew: false };
        }
        const key = `activity ${contentId}`;
        contents.set(contentId, {
          ...{ id: contentId, key, kind: 'event_activity', event, changes: null, text: null, createdAt: at },
        });
        const row = { id, userId, contentId, createdAt: at, readAt: null, isMailOnly: false };
        notices.set(id, { ...row, activityOf: event.id, activity: { counts, people } });
        return { id, userId, eventId: event.id, isNew: true };
      }),
    isUnread: async (id) => notices.get(id)?.readAt === null,
    planDigests: async (plans, at) => {
      for (const { userId, startAt, dueAt } of plans) {
        const planned = digests.get(userId);
        if (!wantsDigest(userId)) continue;
        if (!planned) digests.set(userId, { userId, since: at, startAt, dueAt });
        else if (startAt < planned.startAt) digests.set(userId, { ...planned, startAt, dueAt });
      }
    },
    takeDigests: async (limit, at) => {
      const due = digests
        .rows()
        .filter(({ dueAt }) => dueAt <= at)
        .slice(0, limit);
      for (const { userId } of due) digests.delete(userId);
      return due.map(({ userId, since }) => ({ userId, since }));
    },
    unread: async (user, since, limit) =>
      wantsDigest(user)
        ? notices
            .rows()
            .filter((row) => row.userId === user && row.activity && !row.readAt && row.createdAt >= since)
            .filter((row) => isShown(tables, row))
            .map((row) => toNotice(tables, row))
            .sort(byKeys(({ event, id }) => [event?.startAt ?? since, id]))
            .slice(0, Math.min(limit, activityPolicy.digestEvents))
        : [],
  };
};
