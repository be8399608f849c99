import type { EventId, UserId } from '../../ids.ts';
import type { Change } from '../../outbox/change.ts';
import type { Page, Paged } from '../../paging.ts';
import type { Webhook, WebhookDelivery } from '../../webhooks/webhook.ts';

export interface WebhookStore {
  /** False when the owner has that many already, also of parallel calls, or no account. */
  add(webhook: Webhook, limit: number): Promise<boolean>;
  find(id: string): Promise<Webhook | null>;
  /** The oldest first. */
  list(owner: UserId): Promise<readonly Webhook[]>;
  change(
    id: string,
    changes: Partial<
      Pick<Webhook, 'url' | 'types' | 'isEnabled' | 'generation' | 'rotatedAt' | 'failingSince'>
    >,
  ): Promise<void>;
  /**
   * Notes that a try of an enabled one failed, which began at `at`; resolves with when the earliest of those since the last
   * success began, of parallel calls too. Null for others.
   */
  noteFailure(id: string, at: Date): Promise<Date | null>;
  /**
   * Disables one that is enabled, and, where `failingSince` is given, has been failing since then: it may have succeeded or
   * been enabled again. True for one of parallel calls.
   */
  disable(id: string, failingSince?: Date): Promise<boolean>;
  /** Deletes it with its deliveries. */
  remove(id: string): Promise<void>;
  /** The one endpoint of the operator, which hears everything: replaced, or removed by null. */
  setOperator(webhook: Webhook | null): Promise<void>;
  /**
   * The enabled webhooks that hear of each change: the operator's, and those of the event's organizer and admins, also of an
   * event that was deleted; none of suspended accounts.
   */
  listeners(
    changes: readonly Change[],
  ): Promise<readonly { readonly changeId: string; readonly webhook: Webhook }[]>;
  /** Keeps who manages an event that is about to be deleted. */
  keepManagers(event: EventId, at: Date): Promise<void>;
}

export interface DeliveryStore {
  /** Adds those whose webhook has none of that change; returns them. */
  add(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]>;
  find(id: string): Promise<WebhookDelivery | null>;
  /**
   * A delivery that is pending after that many tries, with its webhook; null for others. One that nobody is told of any more
   * fails instead, without a try: its webhook is disabled (owners test it all the same), or its owner is suspended.
   */
  claim(id: string, attempts: number): Promise<{ delivery: WebhookDelivery; webhook: Webhook } | null>;
  /** The newest first. */
  list(webhookId: string, page: Page): Promise<Paged<WebhookDelivery>>;
  /** Replaces what a try changes, if that many tries were made; false otherwise. */
  record(
    id: string,
    attempts: number,
    outcome: Pick<WebhookDelivery, 'status' | 'attempts' | 'lastStatus' | 'nextAttemptAt'>,
  ): Promise<boolean>;
  /** Deletes deliveries from before that instant, a bounded number of rows a call; false when none is left. */
  forget(before: Date): Promise<boolean>;
}
