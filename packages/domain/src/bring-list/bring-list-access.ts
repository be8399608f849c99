import type { Dependencies } from '../dependencies.ts';
import type { EventAccess } from '../events/event.ts';
import { eventToRead, managedEvent, visibleEvent } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { refuse } from '../problem.ts';
import { type BringItemId, bringListModule, type ListedBringItem } from './bring-item.ts';

type Needs = Pick<Dependencies, 'stores' | 'clock'>;

const requireModule = ({ enabledModules }: EventAccess): void => {
  if (!enabledModules.includes(bringListModule)) throw refuse('module_disabled');
};

/** The access to an event with a bring list, to read it. Throws `event_not_found`, `module_disabled`. */
export const bringListToRead = async (
  dependencies: Needs,
  eventId: string,
  caller: UserId | null,
): Promise<EventAccess> => {
  const access = await eventToRead(dependencies, eventId, caller);
  requireModule(access);
  return access;
};

/** The same, to change a claim. Throws `event_taken_down` too. */
export const bringListEvent = async (
  dependencies: Needs,
  eventId: string,
  caller: UserId | null,
): Promise<EventAccess> => {
  const access = await visibleEvent(dependencies, eventId, caller);
  requireModule(access);
  return access;
};

/** The access of a manager to an event with a bring list. Throws `event_not_found`, `forbidden`, `module_disabled`. */
export const managedBringList = async (
  dependencies: Needs,
  eventId: string,
  caller: UserId,
): Promise<EventAccess> => {
  const access = await managedEvent(dependencies, eventId, caller);
  requireModule(access);
  return access;
};

/** The item as the caller sees it. Throws `not_found`. */
export const listedItem = async (
  { stores, clock }: Needs,
  { eventId }: EventAccess,
  item: BringItemId,
  caller: UserId,
): Promise<ListedBringItem> => {
  const bringItem = await stores.bringLists.find(eventId, item, caller, clock.now(), limits.bringClaims);
  if (!bringItem) throw refuse('not_found');
  return bringItem;
};
