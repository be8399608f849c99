import type { EventId, UserId } from '../ids.ts';
import type { ChangeData, ChangeKind } from '../outbox/change.ts';
import { day, hour, minute, second } from '../time.ts';

export const webhookPolicy = {
  perAccount: 20,
  /** Messages to the webhooks of one account within an hour; changes beyond are not told. */
  messagesAnHour: 200_000,
  /** After a rotation the former secret signs as well for this time. */
  rotationOverlap: day,
  /** The time from each try to the next one. */
  retries: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
  /** A try is later by up to this share, so that endpoints that recover are not all called at once. */
  jitter: 0.1,
  /** An endpoint that fails for this time is disabled. */
  failingFor: 5 * day,
} as const;

/** A subscription of an account, or of the operator (without an owner). */
export interface Webhook {
  readonly id: string;
  readonly ownerId: UserId | null;
  readonly url: string;
  readonly types: readonly ChangeKind[];
  /** Only of this event; null for all that the owner manages. */
  readonly eventId: EventId | null;
  readonly isEnabled: boolean;
  /** Counts the rotations: each has a secret of its own. */
  readonly generation: number;
  readonly rotatedAt: Date | null;
  /** Since when no delivery succeeded. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

export type DeliveryType = ChangeKind | 'webhook.test';
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One message to one endpoint. */
export interface WebhookDelivery {
  /** The `webhook-id` of every try. */
  readonly id: string;
  readonly webhookId: string;
  /** A change is delivered to an endpoint once. */
  readonly changeId: string;
  readonly type: DeliveryType;
  readonly data: DeliveryData;
  readonly status: DeliveryStatus;
  /** How many tries were made. */
  readonly attempts: number;
  /** The HTTP status of the last try; null without a response. */
  readonly lastStatus: number | null;
  readonly nextAttemptAt: Date | null;
  /** When that happened which it tells of. */
  readonly createdAt: Date;
}

/** What an endpoint is told of a change. */
export type DeliveryData = Pick<ChangeData, 'bookingId' | 'sequence' | 'status' | 'noticeId'> & {
  readonly eventId?: EventId;
  readonly userId?: UserId;
};
