import type { BringItem, BringItemId, ClaimRequest, ListedBringItem } from '../../bring-list/bring-item.ts';
import type { EventId, UserId } from '../../ids.ts';

/**
 * What guests bring. Claims never exceed an item's quantity. Those of a user who is neither going, booked nor a manager any
 * more end with what ended that, in the same step.
 */
export interface BringListStore {
  /** The items in the order of making, with so many claims in all: the first of each item before its second. */
  list(
    event: EventId,
    caller: UserId | null,
    at: Date,
    maxClaims: number,
  ): Promise<readonly ListedBringItem[]>;
  find(
    event: EventId,
    item: BringItemId,
    caller: UserId | null,
    at: Date,
    maxClaims: number,
  ): Promise<ListedBringItem | null>;
  /** False when the event has that many items, or is unknown. */
  add(event: EventId, item: BringItem, most: number): Promise<boolean>;
  /** Null for an unknown item; the claimed quantity when it is more than the new one. */
  change(
    event: EventId,
    item: BringItemId,
    changes: { readonly title?: string | undefined; readonly quantity?: number | undefined },
  ): Promise<'changed' | { readonly claimed: number } | null>;
  /** Removes the item with its claims; false for an unknown one. */
  remove(event: EventId, item: BringItemId): Promise<boolean>;
  /**
   * Sets the user's claim. Null for an unknown item; what is left (of the user's own claim, too) when it is less;
   * `not_going` for a user who is neither going, booked nor a manager.
   */
  claim(request: ClaimRequest): Promise<'claimed' | 'not_going' | { readonly left: number } | null>;
  /** What each of the users brings, in the order of the items; users who bring nothing are left out. */
  broughtBy(
    event: EventId,
    users: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, readonly Pick<BringItem, 'title' | 'quantity'>[]>>;
  /** Ends the user's claim; none changes nothing. */
  release(event: EventId, item: BringItemId, user: UserId): Promise<void>;
}
