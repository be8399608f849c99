import type { NoticeSettings, PushPreview } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { ofUser } from '../accounts/of-user.ts';
import { instant, json, sqlIndexes, texts } from '../columns.ts';
import { ofEvent } from '../events/of-event.ts';

/**
 * Changes that others are told of, and jobs that follow from them, until they are done. Columns from `kind` to `actor_id` are
 * those of changes.
 */
export const OutboxEntry = defineEntity({
  name: 'OutboxEntry',
  tableName: 'outbox',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().nullable(),
    eventId: p.uuid().nullable(),
    userId: p.uuid().nullable(),
    actorId: p.uuid().nullable(),
    data: json<object>(),
    at: instant().defaultRaw('now()'),
    dueAt: instant(),
    queue: p.text().default('changes'),
    share: p.uuid().nullable(),
    tries: p.integer().default(0),
    takenUntil: instant().nullable(),
    error: p.text().nullable(),
  },
  indexes: [{ name: 'outbox_queue_index', properties: ['queue', 'dueAt', 'id'] }],
});

/** The values of an event before the first of some edits that its guests are told of together. */
export const EventEdit = defineEntity({
  name: 'EventEdit',
  properties: {
    event: () => ofEvent().primary(),
    startAt: instant(),
    endAt: instant(),
    timeZone: p.text(),
    address: p.text(),
    actorId: p.uuid().nullable(),
    /** Whether it was postponed before. */
    isResumed: p.boolean().default(false),
  },
});

/** What all notices of one change say; `event` is a copy, since the event may be deleted. */
export const NoticeContentRow = defineEntity({
  name: 'NoticeContent',
  properties: {
    id: p.uuid().primary(),
    key: p.text().unique('notice_content_key_unique'),
    kind: p.text(),
    event: json<object>().nullable(),
    changes: json<object>().nullable(),
    body: p.text().nullable(),
    createdAt: instant(),
  },
  indexes: [{ name: 'notice_content_created_at_index', properties: ['createdAt'] }],
});

export const Notice = defineEntity({
  name: 'Notice',
  properties: {
    id: p.uuid().primary(),
    content: () => p.manyToOne(NoticeContentRow).mapToPk().deleteRule('cascade').updateRule('cascade'),
    user: () => ofUser().updateRule('cascade').hidden(),
    createdAt: instant(),
    readAt: instant().nullable(),
    activity: json<object>().nullable(),
    activityOf: p.uuid().nullable().hidden(),
    isMailOnly: p.boolean().default(false).hidden(),
  },
  uniques: [{ name: 'notice_content_id_user_id_unique', properties: ['content', 'user'] }],
  indexes: [
    { name: 'notice_user_id_index', properties: ['user', 'id'] },
    { name: 'notice_created_at_index', properties: ['createdAt'] },
    ...sqlIndexes('notice_unread_index', 'notice_activity_unique'),
  ],
});

/** Only of users who changed the defaults; reminders are minutes before the start. */
export const NoticeSettingsRow = defineEntity({
  name: 'NoticeSettings',
  properties: {
    user: () => ofUser().primary().hidden(),
    email: p.boolean(),
    push: p.boolean().default(true),
    pushPreview: p.text().$type<PushPreview>().default('title'),
    reminders: p.array().columnType('int[]').$type<number[]>(),
    activity: p.text().$type<NoticeSettings['activity']>().default('daily'),
  },
});

/** What people did at events, until their managers are told. */
export const EventActivity = defineEntity({
  name: 'EventActivity',
  properties: {
    id: p.bigint().primary(),
    eventId: p.uuid(),
    userId: p.uuid(),
    kind: p.text(),
    at: instant(),
  },
});

/** Digests of activity that are to be mailed. */
export const ActivityDigest = defineEntity({
  name: 'ActivityDigest',
  properties: {
    user: () => p.oneToOne(AppUser).mapToPk().primary().owner().updateRule('cascade').deleteRule('cascade'),
    since: instant(),
    startAt: instant(),
    dueAt: instant().index('activity_digest_due_at_index'),
  },
});

/** Every number of minutes that some user wants reminders at, or wanted once. */
export const ReminderOffset = defineEntity({
  name: 'ReminderOffset',
  properties: { minutes: p.integer().primary().autoincrement(false) },
});

/** Up to when due reminders were looked for: one row. */
export const ReminderClock = defineEntity({
  name: 'ReminderClock',
  properties: { id: p.integer().primary().autoincrement(false), lookedUntil: instant() },
});

/** The guests of deleted events, with the address that accepted, until they are told. */
export const GuestList = defineEntity({
  name: 'GuestList',
  properties: {
    listId: p.uuid().primary(),
    userId: p.uuid().primary(),
    invitationId: p.uuid().nullable(),
    email: p.text().nullable(),
    isComing: p.boolean().default(false),
  },
  indexes: sqlIndexes('guest_list_mailbox_index'),
});

export const Announcement = defineEntity({
  name: 'Announcement',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent().updateRule('cascade'),
    authorId: p.uuid().hidden(),
    body: p.text(),
    groups: texts(),
    createdAt: instant(),
  },
  indexes: [{ name: 'announcement_event_id_index', properties: ['event', 'id'] }],
});
