import type { EventId, InvitationId, UserId } from '../ids.ts';
import type { Change } from './change.ts';

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

/** A mail about a notice, to the address of an invitation that the user accepted. */
export interface NoticeMailJob {
  readonly noticeId: string;
  readonly invitationId: string;
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
  readonly 'invitation-mail': InvitationMailJob;
  readonly 'webhook-deliveries': DeliveryJob;
  /** Of endpoints whose last try failed: their tries may take long. */
  readonly 'failing-deliveries': DeliveryJob;
  readonly 'category-events': CategoryEventsJob;
}

export type QueueName = 'changes' | keyof JobData;

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
