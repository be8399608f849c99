import type { Platform } from '../devices/platform.ts';
import type { EventId, InvitationId, UserId } from '../ids.ts';
import type { Change } from './change.ts';
import type { PictureScope } from './picture-scope.ts';

/** Changes that are followed together: what each costs is shared. */
export interface ChangesJob {
  readonly queue: 'changes';
  readonly changes: readonly Change[];
}

/** What the guests of one event are told. */
export interface EventContent {
  readonly eventId: EventId;
  readonly contentId: string;
  /** Who is not told. */
  readonly actorId: UserId | null;
}

/** One page of the people to tell of a change; the first one has no `contentId`. */
export interface NoticesJob {
  readonly change: Change;
  readonly contentId?: string;
  /** Of a change of a series, in place of `contentId`: a content for each event, by start. */
  readonly contents?: readonly EventContent[];
  /** The last user of the page before. */
  readonly after?: UserId;
}

/** A mail about a notice, to the address of an invitation that the user accepted; null: to that of their account. */
export interface NoticeMailJob {
  readonly noticeId: string;
  readonly invitationId: string | null;
}

/** An SMS about a notice. */
export interface NoticeSmsJob {
  readonly contentId: string;
  readonly userId: UserId;
}

/** One mail with the code that proves an address. */
export interface EmailCodeJob {
  readonly proofId: string;
  /** Counted from 1. */
  readonly sending: number;
}

/** A digest of activity, to the address as in a {@link NoticeMailJob}. */
export interface DigestMailJob {
  readonly userId: UserId;
  readonly invitationId: string | null;
  /** What moved from this instant on (ISO 8601). */
  readonly since: string;
}

/** One sending of one invitation. */
export interface InvitationMailJob {
  readonly invitationId: InvitationId;
  readonly sending: number;
}

/** One attempt of a delivery, counted from 0. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly attempt: number;
}

/** A push about a notice to one device of its user; tries are counted from 0. */
export interface PushJob {
  readonly noticeId: string;
  readonly deviceId: string;
  readonly attempt: number;
}

/** A push about activity that has to wait: the last one about its event was sent within the hour. */
export interface ActivityPushJob {
  readonly noticeId: string;
  readonly userId: UserId;
  readonly eventId: EventId;
}

/** Asking what became of a push that was claimed at `at` (ISO 8601). */
export interface ReceiptJob {
  readonly receiptId: string;
  readonly platform: Platform;
  readonly userId: UserId;
  readonly deviceId: string;
  readonly at: string;
}

/** The last event of a category that was looked at, by start. */
export interface RefileCursor {
  readonly startAt: string;
  readonly id: EventId;
}

/** The events of a slug to be moved to the category that it stands for, and found by its name. */
export interface CategoryEventsJob {
  readonly slug: string;
  readonly after: RefileCursor | null;
}

interface JobData {
  readonly notices: NoticesJob;
  /** Due in crowds, at full hours, and minutes late at worst: they leave the workers to what just happened. */
  readonly reminders: NoticesJob;
  readonly 'notice-mails': NoticeMailJob;
  readonly 'notice-sms': NoticeSmsJob;
  readonly 'invitation-mail': InvitationMailJob;
  readonly 'email-codes': EmailCodeJob;
  readonly 'digest-mails': DigestMailJob;
  readonly 'webhook-deliveries': DeliveryJob;
  /** Of endpoints whose last try failed: their tries may take long. */
  readonly 'failing-deliveries': DeliveryJob;
  readonly 'category-events': CategoryEventsJob;
  /** Pictures whose files are not where they belong, maybe. */
  readonly 'picture-files': PictureScope;
  readonly 'activity-pushes': ActivityPushJob;
  readonly 'push-fcm': PushJob;
  readonly 'push-apns': PushJob;
  readonly 'push-expo': PushJob;
  readonly 'push-web': PushJob;
  readonly 'push-receipts': ReceiptJob;
}

export type QueueName = 'changes' | keyof JobData;
export type PushQueue = Exclude<QueueName & `push-${string}`, 'push-receipts'>;

/** What follows from changes. A job holds ids, never an address, a text or a secret. */
export type Job = {
  readonly [Queue in keyof JobData]: {
    readonly queue: Queue;
    /** The same id twice in a queue is one job. */
    readonly id: string;
    readonly data: JobData[Queue];
    readonly dueAt: Date;
    /** Whose share of the workers it takes: jobs of one share leave workers to those of others. */
    readonly share?: string;
  };
}[keyof JobData];

/** A page of people to tell. */
export const noticesJob = (id: string, data: NoticesJob, dueAt: Date): Job => ({
  queue: data.change.kind === 'reminder.due' ? 'reminders' : 'notices',
  id,
  data,
  dueAt,
  ...(data.change.eventId && { share: data.change.eventId }),
});
