import type { EmailProof } from '../src/account-email/email-proof.ts';
import type { ActivityEntry, CountedActivity } from '../src/activity/activity.ts';
import type { Announcement } from '../src/announcements/announcement.ts';
import type { BringItem, BringItemId } from '../src/bring-list/bring-item.ts';
import type { Circle } from '../src/circles/circle.ts';
import type { Device } from '../src/devices/device.ts';
import type { BookingStatus } from '../src/events/booking.ts';
import type { ManagedCategory } from '../src/events/category.ts';
import type { EventRecord, TakeDown } from '../src/events/event.ts';
import type { Answers, Question } from '../src/events/question.ts';
import type { RsvpState } from '../src/events/rsvp.ts';
import type { EventId, InvitationId, SeriesId, UserId } from '../src/ids.ts';
import type { Invitation } from '../src/invitations/invitation.ts';
import type { LocalDate } from '../src/local-time/local-instant.ts';
import type { NoticeContent, NoticeSettings } from '../src/notices/notice.ts';
import type { Change } from '../src/outbox/change.ts';
import type { Job } from '../src/outbox/job.ts';
import type { PictureRecord } from '../src/pictures/picture.ts';
import type { DueDigest } from '../src/ports/messaging/activity-store.ts';
import type { EventEdit } from '../src/ports/messaging/notice-store.ts';
import type { KeyedRequest } from '../src/ports/requests/keyed-request.ts';
import type { Report, ReportClosing } from '../src/reports/report.ts';
import type { SearchDocument } from '../src/search/search-document.ts';
import type { SeriesRecord } from '../src/series/series.ts';
import type { Session } from '../src/sessions/session.ts';
import type { SignInRecord } from '../src/sign-in/sign-in-record.ts';
import type { User } from '../src/users/user.ts';
import type { Webhook, WebhookDelivery } from '../src/webhooks/webhook.ts';
import { newTable, type Table, withJournal } from './table.ts';

interface EventAndUser {
  readonly eventId: EventId;
  readonly userId: UserId;
}

/** A booking; `place` orders the queue. */
export interface BookingRow extends EventAndUser {
  readonly id: string;
  readonly quantity: number;
  readonly status: BookingStatus;
  readonly place: number;
  readonly code: string;
  readonly createdAt: Date;
  readonly checkedInAt: Date | null;
}

/** The answer to a keyed request, under `pairKey(caller, request hash)`. */
export interface StoredResponse extends KeyedRequest {
  readonly response: string;
  readonly until: Date;
}

/** What is taken from a budget until the end of its span; `uses` has the single ones of a sliding window. */
export interface QuotaUse {
  readonly taken: number;
  readonly until: Date;
  readonly uses: readonly Date[];
}

/** The exchange of a refresh token with a key. */
export interface Exchange {
  readonly from: number;
  readonly keyHash: string;
}

export interface NoticeRow {
  readonly id: string;
  readonly userId: UserId;
  readonly contentId: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** The event whose activity it counts, until it is read; null for other notices. */
  readonly activityOf: EventId | null;
  readonly activity: CountedActivity | null;
  /** Told by mail alone: no inbox has it. */
  readonly isMailOnly: boolean;
}

/** With when it was last told of something since it was registered. */
export interface DeviceRow extends Device {
  readonly pushedAt: Date | null;
}

/** The rows of the memory adapters. Pairs are under `pairKey(event, user)` or `pairKey(circle, user)`. */
export interface Tables {
  /** In the order of their keys. */
  readonly activity: Table<ActivityEntry>;
  readonly announcements: Table<Announcement>;
  readonly answers: Table<EventAndUser & { readonly answers: Answers }>;
  readonly blocks: Table<{ readonly userId: UserId; readonly blockedId: UserId }>;
  readonly bookings: Table<BookingRow>;
  readonly bringItems: Table<BringItem & { readonly eventId: EventId }>;
  /** Under `pairKey(item, user)`. */
  readonly bringClaims: Table<EventAndUser & { readonly itemId: BringItemId; readonly quantity: number }>;
  readonly calendarTokens: Table<{ readonly userId: UserId; readonly token: string }>;
  readonly categories: Table<ManagedCategory>;
  readonly changes: Table<Change>;
  readonly circles: Table<Omit<Circle, 'memberCount'>>;
  readonly circleMembers: Table<{ readonly circleId: string; readonly userId: UserId }>;
  readonly contents: Table<NoticeContent>;
  readonly deliveries: Table<WebhookDelivery>;
  /** By user. */
  readonly digests: Table<DueDigest & { readonly startAt: Date; readonly dueAt: Date }>;
  /** Under `pairKey(user, device)`. */
  readonly devices: Table<DeviceRow>;
  readonly documents: Table<SearchDocument>;
  /** By user. */
  readonly emailProofs: Table<EmailProof>;
  readonly eventAdmins: Table<EventAndUser>;
  readonly eventEdits: Table<EventEdit>;
  readonly events: Table<EventRecord>;
  /** By session, the last one first. */
  readonly exchanges: Table<readonly Exchange[]>;
  readonly formReceipts: Table<{ readonly outcome: string; readonly until: Date }>;
  /** Of deleted events. */
  readonly formerManagers: Table<{ readonly eventId: EventId; readonly userId: UserId }>;
  readonly guestLists: Table<{
    readonly listId: string;
    readonly userId: UserId;
    /** Of the invitation by mail that the guest accepted. */
    /** Going or booked, not only interested. */
    readonly isComing: boolean;
    readonly mailbox: { readonly invitationId: InvitationId; readonly email: string } | null;
  }>;
  readonly invitations: Table<Invitation>;
  readonly jobs: Table<Job>;
  readonly joins: Table<EventAndUser & { readonly joinedAt: Date }>;
  /** The number of changes that hid or showed events, under `version`. */
  readonly moderation: Table<number>;
  readonly reports: Table<Report & { readonly closing: ReportClosing | null }>;
  /** By event: on its own, and with its organizer's account. */
  readonly takeDowns: Table<{ readonly own: TakeDown | null; readonly account: TakeDown | null }>;
  readonly storedResponses: Table<StoredResponse>;
  readonly links: Table<string>;
  readonly notices: Table<NoticeRow>;
  readonly noticeSettings: Table<NoticeSettings>;
  readonly outbox: Table<{ readonly id: InvitationId; readonly sending: number }>;
  readonly pictures: Table<PictureRecord>;
  readonly quotas: Table<QuotaUse>;
  /** By phone; stands for its keyed hash. */
  readonly erasedAccounts: Table<{ readonly id: UserId; readonly erasedAt: Date }>;
  readonly reminderClock: Table<Date>;
  /** Questions that are asked no more, by their ids. */
  readonly removedQuestions: Table<{ readonly eventId: EventId; readonly question: Question }>;
  readonly removedGuests: Table<EventAndUser & { readonly removedAt: Date }>;
  readonly retiredTokens: Table<{ readonly token: string; readonly eventId: EventId }>;
  readonly rsvps: Table<
    EventAndUser & { readonly state: Exclude<RsvpState, null>; readonly respondedAt: Date }
  >;
  readonly saved: Table<EventAndUser>;
  readonly series: Table<SeriesRecord>;
  /** Days whose events were deleted by hand, under `pairKey(series, date)`. */
  readonly seriesGaps: Table<{
    readonly seriesId: SeriesId;
    readonly date: LocalDate;
    readonly isExcepted: boolean;
  }>;
  /** Under `pairKey(series, user)`. */
  readonly seriesRsvps: Table<{
    readonly seriesId: SeriesId;
    readonly userId: UserId;
    readonly state: Exclude<RsvpState, null>;
    readonly respondedAt: Date;
  }>;
  readonly sessions: Table<Session>;
  readonly signInNetworks: Table<Date>;
  readonly signIns: Table<{ readonly record: SignInRecord; readonly version: number }>;
  readonly suppressions: Table<{ readonly key: string; readonly addedAt: Date }>;
  readonly users: Table<User>;
  readonly webhooks: Table<Webhook>;
}

export const newTables = (): Tables => ({
  activity: newTable(),
  announcements: newTable(),
  answers: newTable(),
  blocks: newTable(),
  bookings: newTable(),
  bringItems: newTable(),
  bringClaims: newTable(),
  calendarTokens: newTable(),
  categories: newTable(),
  changes: newTable(),
  circles: newTable(),
  circleMembers: newTable(),
  contents: newTable(),
  deliveries: newTable(),
  digests: newTable(),
  devices: newTable(),
  documents: newTable(),
  emailProofs: newTable(),
  eventAdmins: newTable(),
  eventEdits: newTable(),
  events: newTable(),
  exchanges: newTable(),
  formReceipts: newTable(),
  formerManagers: newTable(),
  guestLists: newTable(),
  invitations: newTable(),
  jobs: newTable(),
  joins: newTable(),
  moderation: newTable(),
  reports: newTable(),
  takeDowns: newTable(),
  storedResponses: newTable(),
  links: newTable(),
  notices: newTable(),
  noticeSettings: newTable(),
  outbox: newTable(),
  pictures: newTable(),
  quotas: newTable(),
  erasedAccounts: newTable(),
  reminderClock: newTable(),
  removedQuestions: newTable(),
  removedGuests: newTable(),
  retiredTokens: newTable(),
  rsvps: newTable(),
  saved: newTable(),
  series: newTable(),
  seriesGaps: newTable(),
  seriesRsvps: newTable(),
  sessions: newTable(),
  signInNetworks: newTable(),
  signIns: newTable(),
  suppressions: newTable(),
  users: newTable(),
  webhooks: newTable(),
});

/** The same tables, every write of which can be undone. */
export const journaledTables = (tables: Tables, undo: (() => void)[]): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, withJournal(table as Table<unknown>, undo)]),
  ) as unknown as Tables;
