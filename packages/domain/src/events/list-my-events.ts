import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type Page, type Paged, toPage } from '../paging.ts';
import type { EventListItem, MyEventsRole } from './event.ts';
import { withTimeZone, type Zoned } from './event-time-zone.ts';

export interface ListMyEvents {
  readonly callerId: UserId;
  readonly role: MyEventsRole;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * The caller's own events in one role, private, past and cancelled ones included. Throws `invalid_request`.
 */
export const listMyEvents =
  ({ stores, clock, timeZones }: Pick<Dependencies, 'stores' | 'clock' | 'timeZones'>) =>
  async (query: ListMyEvents): Promise<Paged<Zoned<EventListItem>>> => {
    const page: Page = toPage(query);
    const found = await stores.eventCatalog.mine(query.callerId, query.role, page, clock.now());
    return { ...found, items: found.items.map((item) => withTimeZone(timeZones, item)) };
  };
