import { AppUser, ErasedAccount } from './accounts/app-user-table.ts';
import { BlockedUser } from './accounts/blocked-user-table.ts';
import { Circle, CircleMember } from './accounts/circle-tables.ts';
import { Session, SignIn } from './accounts/session-tables.ts';
import { EventChange } from './events/change-tables.ts';
import {
  Answer,
  Booking,
  BringClaim,
  BringItem,
  Category,
  Event,
  EventAdmin,
  EventStats,
  ListingCounter,
  Question,
  Rsvp,
  Saved,
} from './events/event-tables.ts';
import { EventSeries, SeriesGap, SeriesRsvp } from './events/series-tables.ts';
import { ForgottenWords, ReleasedWord, VocabularyWord } from './events/vocabulary-tables.ts';
import { CalendarFeed } from './guests/calendar-tables.ts';
import { Invitation, InviteLink, LinkJoin, RemovedGuest, RetiredToken } from './guests/invitation-tables.ts';
import { SealedKey, SuppressedMailbox } from './messaging/mailbox-tables.ts';
import {
  Announcement,
  EventEdit,
  GuestList,
  Notice,
  NoticeContentRow,
  NoticeSettingsRow,
  OutboxEntry,
  ReminderClock,
  ReminderOffset,
} from './messaging/outbox-tables.ts';
import { FormerManager, Webhook, WebhookDelivery } from './messaging/webhook-tables.ts';
import { Moderation, Report } from './operators/moderation-tables.ts';
import { OwnWriteStart } from './own-write-start-table.ts';
import { OwnWrite } from './own-write-table.ts';
import { FormReceipt, QuotaUse, SignInNetwork } from './requests/limit-tables.ts';
import { StoredResponse } from './requests/stored-response-table.ts';
import { Timeline } from './timeline-table.ts';

const eventTables = [
  AppUser,
  ErasedAccount,
  Session,
  SignIn,
  Category,
  Event,
  EventChange,
  EventStats,
  ListingCounter,
  EventAdmin,
  Rsvp,
  Saved,
  Booking,
  BringItem,
  BringClaim,
] as const;

const accountTables = [
  Question,
  Answer,
  BlockedUser,
  CalendarFeed,
  QuotaUse,
  FormReceipt,
  SignInNetwork,
  VocabularyWord,
  ReleasedWord,
  ForgottenWords,
  OwnWrite,
  OwnWriteStart,
  Timeline,
  SuppressedMailbox,
  SealedKey,
  StoredResponse,
  Moderation,
  Report,
] as const;

const guestTables = [
  Circle,
  CircleMember,
  Invitation,
  InviteLink,
  LinkJoin,
  RemovedGuest,
  RetiredToken,
] as const;

const seriesTables = [EventSeries, SeriesGap, SeriesRsvp] as const;

const outboxTables = [
  OutboxEntry,
  EventEdit,
  NoticeContentRow,
  Notice,
  NoticeSettingsRow,
  ReminderOffset,
  ReminderClock,
  GuestList,
  Announcement,
  Webhook,
  WebhookDelivery,
  FormerManager,
] as const;

/**
 * Every table of the service; the job queue keeps its own in another schema. The SQL of `schema/` and `migrations/`
 * creates them; these definitions give the types of rows, and `schema.test.ts` compares both. The type of one list
 * would be longer than what the compiler writes.
 */
export const tables: readonly (
  | (typeof eventTables)[number]
  | (typeof accountTables)[number]
  | (typeof guestTables)[number]
  | (typeof outboxTables)[number]
  | (typeof seriesTables)[number]
)[] = [...eventTables, ...accountTables, ...guestTables, ...seriesTables, ...outboxTables];
