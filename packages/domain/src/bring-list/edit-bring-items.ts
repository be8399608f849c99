import type { Dependencies } from '../dependencies.ts';
import { requireId, type UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { DomainError, type FieldFault, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { textFaults } from '../text.ts';
import type { BringItemId, ListedBringItem } from './bring-item.ts';
import { listedItem, managedBringList } from './bring-list-access.ts';

type Needs = Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'settings'>;

interface OfEvent {
  readonly eventId: string;
  readonly callerId: UserId;
}

export interface AddBringItem extends OfEvent {
  readonly title: string;
  readonly quantity: number;
}

export interface ChangeBringItem extends OfEvent {
  readonly itemId: string;
  readonly title?: string | undefined;
  readonly quantity?: number | undefined;
}

export interface RemoveBringItem extends OfEvent {
  readonly itemId: string;
}

const itemFaults = ({ title, quantity }: Partial<AddBringItem>): readonly FieldFault[] => [
  ...(title === undefined ? [] : textFaults('/title', title, { maxLength: limits.bringTitleLength })),
  ...quantityFaults(quantity),
];

/** The faults of a quantity of things; an absent one has none. */
export const quantityFaults = (quantity: number | undefined): readonly FieldFault[] =>
  quantity === undefined || (Number.isInteger(quantity) && quantity >= 1 && quantity <= limits.bringQuantity)
    ? []
    : [{ path: '/quantity', message: `must be a whole number from 1 to ${limits.bringQuantity}` }];

/**
 * Adds an item to an event's bring list. For its organizer and admins. Throws `invalid_request`, `event_not_found`, `forbidden`,
 * `module_disabled`, `bring_list_full`, `rate_limited`.
 */
export const addBringItem =
  (dependencies: Needs) =>
  async ({ eventId, callerId, title, quantity }: AddBringItem): Promise<ListedBringItem> => {
    const faults = itemFaults({ title, quantity });
    if (faults.length > 0) throw refuseInput(...faults);
    const access = await managedBringList(dependencies, eventId, callerId);
    await useQuota(dependencies, callerId, 'event-changes');
    const item = { id: dependencies.ids.next() as BringItemId, title: title.trim(), quantity };
    if (!(await dependencies.stores.bringLists.add(access.eventId, item, limits.bringItems)))
      throw refuse('bring_list_full');
    return { ...item, claimed: 0, myClaim: null, claims: [] };
  };

/**
 * Changes an item. For the event's organizer and admins. Throws `invalid_request`, `event_not_found`, `forbidden`,
 * `module_disabled`, `not_found`, `quantity_below_claimed`, `rate_limited`.
 */
export const changeBringItem =
  (dependencies: Needs) =>
  async ({ eventId, callerId, itemId, title, quantity }: ChangeBringItem): Promise<ListedBringItem> => {
    const faults = itemFaults({
      ...(title !== undefined && { title }),
      ...(quantity !== undefined && { quantity }),
    });
    if (faults.length > 0) throw refuseInput(...faults);
    const access = await managedBringList(dependencies, eventId, callerId);
    const item = requireId<'bringItem'>(itemId);
    await useQuota(dependencies, callerId, 'event-changes');
    const outcome = await dependencies.stores.bringLists.change(access.eventId, item, {
      title: title?.trim(),
      quantity,
    });
    if (outcome === null) throw refuse('not_found');
    if (outcome !== 'changed')
      throw new DomainError({ code: 'quantity_below_claimed', claimed: outcome.claimed });
    return listedItem(dependencies, access, item, callerId);
  };

/**
 * Removes an item with its claims. For the event's organizer and admins. Throws `event_not_found`, `forbidden`,
 * `module_disabled`, `not_found`, `rate_limited`.
 */
export const removeBringItem =
  (dependencies: Needs) =>
  async ({ eventId, callerId, itemId }: RemoveBringItem): Promise<void> => {
    const access = await managedBringList(dependencies, eventId, callerId);
    const item = requireId<'bringItem'>(itemId);
    await useQuota(dependencies, callerId, 'event-changes');
    if (!(await dependencies.stores.bringLists.remove(access.eventId, item))) throw refuse('not_found');
  };
