import type { Dependencies } from '../dependencies.ts';
import { requireScheduled, visibleEvent } from '../events/event-access.ts';
import { parseId, requireId, type UserId } from '../ids.ts';
import { DomainError, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { BringItemId, ListedBringItem } from './bring-item.ts';
import { bringListEvent, listedItem } from './bring-list-access.ts';
import { quantityFaults } from './edit-bring-items.ts';

export interface ReleaseBringItem {
  readonly eventId: string;
  readonly userId: UserId;
  readonly itemId: string;
}

export interface ClaimBringItem extends ReleaseBringItem {
  readonly quantity: number;
}

/**
 * Sets how much of an item the caller brings. For guests who are going or booked, and managers. Throws `invalid_request`,
 * `event_not_found`, `module_disabled`, `event_cancelled`, `event_postponed`, `event_over`, `not_found`, `not_going`, `item_taken`, `rate_limited`.
 */
export const claimBringItem =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId, itemId, quantity }: ClaimBringItem): Promise<ListedBringItem> => {
    const faults = quantityFaults(quantity);
    if (faults.length > 0) throw refuseInput(...faults);
    const access = await bringListEvent(dependencies, eventId, userId);
    const { stores, clock } = dependencies;
    const at = clock.now();
    requireScheduled(access);
    if (access.endAt <= at) throw refuse('event_over');
    const item = requireId<'bringItem'>(itemId);
    await useQuota(dependencies, userId, 'rsvps-and-saves');
    const outcome = await stores.bringLists.claim({
      event: access.eventId,
      item,
      user: userId,
      quantity,
      at,
    });
    if (outcome === null) throw refuse('not_found');
    if (outcome === 'not_going') throw refuse('not_going');
    if (outcome !== 'claimed') throw new DomainError({ code: 'item_taken', left: outcome.left });
    return listedItem(dependencies, access, item, userId);
  };

/** Ends the caller's claim, if there is one; also without the module. Throws `event_not_found`, `rate_limited`. */
export const releaseBringItem =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId, itemId }: ReleaseBringItem): Promise<void> => {
    const access = await visibleEvent(dependencies, eventId, userId);
    await useQuota(dependencies, userId, 'clearings');
    const item: BringItemId | null = parseId<'bringItem'>(itemId);
    if (item) await dependencies.stores.bringLists.release(access.eventId, item, userId);
  };
