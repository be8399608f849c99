import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { ListedBringItem } from './bring-item.ts';
import { bringListToRead } from './bring-list-access.ts';

export interface ListBringItems {
  readonly eventId: string;
  readonly callerId: UserId | null;
}

/** What guests of an event may bring, in the order of making. Throws `event_not_found`, `module_disabled`. */
export const listBringItems =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId }: ListBringItems): Promise<readonly ListedBringItem[]> => {
    const access = await bringListToRead(dependencies, eventId, callerId);
    return dependencies.stores.bringLists.list(
      access.eventId,
      callerId,
      dependencies.clock.now(),
      limits.bringClaims,
    );
  };
