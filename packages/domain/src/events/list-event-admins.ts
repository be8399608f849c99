import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { PublicUser } from '../users/user.ts';
import { managedEventToRead } from './event-access.ts';

export interface ListEventAdmins extends Paging {
  readonly eventId: string;
  readonly callerId: UserId;
}

/**
 * Lists the admins of an event by name, then id. For its organizer and admins. Throws `event_not_found`, `forbidden`,
 * `invalid_request` (a page out of bounds).
 */
export const listEventAdmins =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId, ...paging }: ListEventAdmins): Promise<Paged<PublicUser>> => {
    const access = await managedEventToRead(dependencies, eventId, callerId);
    return dependencies.stores.eventAdmins.list(access.eventId, toPage(paging));
  };
