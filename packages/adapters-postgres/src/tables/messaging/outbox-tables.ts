import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { Event } from '../events/event-tables.ts';
import { instant } from '../instant.ts';

const ofUser = () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').updateRule('cascade');
const ofEvent = () => p.manyToOne(Event).mapToPk().deleteRule('cascade').updateRule('cascade');
const json = <Value>() => p.json().columnType('jsonb').$type<Value>();

/** Changes that others are told of, until they move to the queues of their consumers. */
export const OutboxEntry = defineEntity({
  name: 'OutboxEntry',
  tableName: 'outbox',
  properties: {
    id: p.uuid().primary(),
    kind: p.text(),
    eventId: p.uuid().nullable(),
    userId: p.uuid().nullable(),
    actorId: p.uuid().nullable(),
    data: json<object>(),
    at: instant(),
    dueAt: instant(),
  },
  indexes: [{ name: 'outbox_due_at_index', properties: ['dueAt', 'id'] }],
});

/** The values of an event before the first of some edits that its guests are told of together. */
export const EventEdit = defineEntity({
  name: 'EventEdit',
  tableName: 'event_edit',
  properties: {
    event: () => ofEvent().primary(),
    startAt: instant(),
    endAt: instant(),
    timeZone: p.text(),
    address: p.text(),
    actorId: p.uuid().nullable(),
  },
});

/** What all notices of one change say; `event` is a copy, since the event may be deleted. */
export const NoticeContentRow = defineEntity({
  name: 'NoticeContent',
  tableName: 'notice_content',
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
  tableName: 'notice',
  properties: {
    id: p.uuid().primary(),
    content: () => p.manyToOne(NoticeContentRow).mapToPk().deleteRule('cascade').updateRule('cascade'),
    user: () => ofUser(),
    createdAt: instant(),
    readAt: instant().nullable(),
  },
  uniques: [{ name: 'notice_content_id_user_id_unique', properties: ['content', 'user'] }],
  indexes: [
    { name: 'notice_user_id_index', properties: ['user', 'id'] },
    { name: 'notice_created_at_index', properties: ['createdAt'] },
    {
      name: 'notice_unread_index',
      expression: 'create index notice_unread_index on notice (user_id, created_at) where read_at is null',
    },
  ],
});

/** Only of users who changed the defaults; reminders are minutes before the start. */
export const NoticeSettingsRow = defineEntity({
  name: 'NoticeSettings',
  tableName: 'notice_settings',
  properties: {
    user: () => ofUser().primary(),
    email: p.boolean(),
    reminders: p.array().columnType('int[]').$type<number[]>(),
  },
});

/** Every number of minutes that some user wants reminders at, or wanted once. */
export const ReminderOffset = defineEntity({
  name: 'ReminderOffset',
  tableName: 'reminder_offset',
  properties: { minutes: p.integer().primary().autoincrement(false) },
});

/** Up to when due reminders were looked for: one row. */
export const ReminderClock = defineEntity({
  name: 'ReminderClock',
  tableName: 'reminder_clock',
  properties: { id: p.integer().primary().autoincrement(false), lookedUntil: instant() },
});

/** The guests of deleted events, with the address that accepted, until they are told. */
export const GuestList = defineEntity({
  name: 'GuestList',
  tableName: 'guest_list',
  properties: {
    listId: p.uuid().primary(),
    userId: p.uuid().primary(),
    invitationId: p.uuid().nullable(),
    email: p.text().nullable(),
  },
  indexes: [
    {
      name: 'guest_list_mailbox_index',
      expression: 'create index guest_list_mailbox_index on guest_list (user_id) where email is not null',
    },
  ],
});

export const Announcement = defineEntity({
  name: 'Announcement',
  tableName: 'announcement',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    authorId: p.uuid(),
    body: p.text(),
    groups: p.array().columnType('text[]').$type<string[]>(),
    createdAt: instant(),
  },
  indexes: [{ name: 'announcement_event_id_index', properties: ['event', 'id'] }],
});
