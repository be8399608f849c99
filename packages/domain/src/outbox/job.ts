import type { EventId, UserId } from '../ids.ts';
import type { Change } from './change.ts';

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

/** A mail about a notice, to the address of an invitation that the user accepted. */
export interface NoticeMailJob {
  readonly noticeId: string;
  readonly invitationId: string;
}

/** Changes that were moved together: what each costs is shared. */
export interface WebhooksJob {
  readonly changes: readonly Change[];
}

/** One attempt of a delivery, counted from 0. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly attempt: number;
}

interface JobData {
  readonly notices: NoticesJob;
  readonly 'notice-mails': NoticeMailJob;
  readonly webhooks: WebhooksJob;
  readonly 'webhook-deliveries': DeliveryJob;
  /** Of endpoints whose last try failed: their tries may take long. */
  readonly 'failing-deliveries': DeliveryJob;
}

export type QueueName = keyof JobData;

/** A job holds ids, never an address, a text or a secret. */
export type Job = {
  readonly [Queue in QueueName]: {
    readonly queue: Queue;
    /** The same id twice in a queue is one job. */
    readonly id: string;
    readonly data: JobData[Queue];
    /** Whose share of the workers it takes: jobs of one share leave workers to those of others. */
    readonly share?: string;
    /** It waits for all others of its queue. */
    readonly priority?: 'low';
  };
}[QueueName];

/**
 * A page of people to tell. Reminders become due in crowds, at full hours, and may be late by minutes: what just happened
 * comes first.
 */
export const noticesJob = (id: string, data: NoticesJob): Job => ({
  queue: 'notices',
  id,
  data,
  ...(data.change.eventId && { share: data.change.eventId }),
  ...(data.change.kind === 'reminder.due' && { priority: 'low' }),
});
