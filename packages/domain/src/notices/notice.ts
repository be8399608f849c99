import type { NoticeEvent } from '../events/notice-event.ts';
import type { EventId, UserId } from '../ids.ts';
import type { NoticeKind } from '../outbox/change.ts';
import { day, hour, minute } from '../time.ts';
import type { PublicUser } from '../users/user.ts';

export const noticePolicy = {
  /** Edits of an event within this time are told as one. */
  editWindow: 5 * minute,
  /** A reminder that is later than this is not sent. */
  reminderLateness: 30 * minute,
  /** Users of one page of a fan-out, which is one transaction. */
  pageSize: 500,
  /** Dates of a series that a mail about it brings to calendars, and those that it names. */
  seriesDates: 50,
  seriesDatesNamed: 10,
  /** Reminders of one user at most. */
  reminders: 5,
  /** In minutes before the start. */
  earliestReminder: (30 * day) / minute,
  latestReminder: 5,
  /** For how long notices and deliveries are kept. */
  retention: 90 * day,
  /** For how long the guests and managers of deleted events are kept: telling them is tried again for a day. */
  deletedEventRetention: 3 * day,
} as const;

/**
 * What is told of an event that is taken down: that it is off. Other notices of it are in no inbox and no mail of others than
 * its organizer, and come back with it.
 */
export const toldOfTakenDown: readonly NoticeKind[] = ['event_cancelled', 'guest_removed'];

/** Whether pushes say what happened, or only that something did. */
export const pushPreviews = ['title', 'none'] as const;
export type PushPreview = (typeof pushPreviews)[number];

/** Minutes before the start; `email` and `push` are about any kind of notice. */
export interface NoticeSettings {
  readonly email: boolean;
  readonly reminders: readonly number[];
  /** Mails about the activity at one's events: a digest a day, or none. */
  readonly activity: 'daily' | 'off';
  readonly push: boolean;
  readonly pushPreview: PushPreview;
}

/** What is absent stays as it is. */
export type NoticeSettingsChange = Pick<NoticeSettings, 'email' | 'reminders'> & {
  readonly [Name in 'activity' | 'push' | 'pushPreview']?: NoticeSettings[Name] | undefined;
};

export const defaultNoticeSettings: NoticeSettings = {
  email: true,
  reminders: [day / minute, (2 * hour) / minute],
  activity: 'daily',
  push: true,
  pushPreview: 'title',
};

/** The fields whose changes are told. */
export const changeFields = ['startAt', 'endAt', 'timeZone', 'address'] as const;
export type ChangedField = (typeof changeFields)[number];

/** Old and new values; instants as ISO 8601. */
export type FieldChanges = Partial<Record<ChangedField, { readonly old: string; readonly new: string }>>;

/** What happened to an event since its managers last read of it: bookings and RSVPs made and taken back, invitations declined. */
export const activityCounts = [
  'going',
  'interested',
  'declined',
  'booked',
  'waitlisted',
  'cancelled',
] as const;
export type ActivityCounts = Readonly<Record<(typeof activityCounts)[number], number>>;

export interface EventActivity extends ActivityCounts {
  /** The newest ones. */
  readonly people: readonly Pick<PublicUser, 'id' | 'name' | 'avatar'>[];
}

/** What all notices of one change have in common. */
export interface NoticeContent {
  readonly id: string;
  /** What it is about: the same change is one content. */
  readonly key: string;
  readonly kind: NoticeKind;
  readonly event: NoticeEvent | null;
  readonly changes: FieldChanges | null;
  /** Of an announcement, or why the event was cancelled. */
  readonly text: string | null;
  readonly createdAt: Date;
}

export interface NoticeToAdd {
  readonly id: string;
  readonly userId: UserId;
}

/** A notice in the inbox of a user. */
export interface Notice extends Pick<NoticeContent, 'kind' | 'event' | 'changes' | 'text' | 'createdAt'> {
  readonly id: string;
  /** Of `event_activity`; null otherwise. */
  readonly activity: EventActivity | null;
  readonly readAt: Date | null;
}

export type AnnouncementGroup = 'going' | 'interested' | 'booked' | 'waitlisted' | 'invited';

/** Which users a content is for. */
export type Recipients =
  | { readonly to: 'guests'; readonly eventId: EventId }
  | { readonly to: 'guests-to-remind'; readonly eventId: EventId; readonly minutes: number }
  | { readonly to: 'guest-list'; readonly listId: string }
  | { readonly to: 'invitees'; readonly eventId: EventId; readonly sentAt: Date }
  | {
      readonly to: 'audience';
      readonly eventId: EventId;
      readonly groups: readonly AnnouncementGroup[];
      /** Users who block them are left out. */
      readonly organizerId: UserId;
      /** Who speaks is left out. */
      readonly authorId: UserId;
    }
  | { readonly to: 'user'; readonly userId: UserId };

/** The told values of an event, as texts. */
export const toldValues = (
  event: Pick<NoticeEvent, 'startAt' | 'endAt' | 'timeZone' | 'address'>,
): Readonly<Record<ChangedField, string>> => ({
  startAt: event.startAt.toISOString(),
  endAt: event.endAt.toISOString(),
  timeZone: event.timeZone,
  address: event.address,
});

/** What differs; null when nothing does. */
export const fieldChanges = (
  old: Readonly<Record<ChangedField, string>>,
  current: Readonly<Record<ChangedField, string>>,
): FieldChanges | null => {
  const fields = changeFields.filter((field) => old[field] !== current[field]);
  return fields.length === 0
    ? null
    : Object.fromEntries(fields.map((field) => [field, { old: old[field], new: current[field] }]));
};
