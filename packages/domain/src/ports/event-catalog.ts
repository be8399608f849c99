import type { EventDetail, EventListItem, ListedEvents, MyEventsRole } from '../events/event.ts';
import type { EventFilter } from '../events/event-filter.ts';
import type { EventId, UserId } from '../ids.ts';
import type { Page, Paged } from '../paging.ts';

/** Read models, each in as few queries as the list needs. Counts are exact as of the read. */
export interface EventCatalog {
  /**
   * Public events that are not cancelled and pass the filter. Order: by `startAt`, then `id`; with
   * `order: 'relevance'` first those with all words in the title, then with some, then the others.
   * @param clientKey who asks, by default `caller`; where reads have to wait, those of different keys take turns
   */
  list(
    filter: EventFilter,
    order: 'time' | 'relevance',
    caller: UserId | null,
    page: Page,
    clientKey?: string,
  ): Promise<ListedEvents>;
  /** Null when the event is unknown or not visible to the caller. */
  detail(id: EventId, caller: UserId | null, at: Date): Promise<EventDetail | null>;
  /** The caller's own events that are visible to them, private and past ones too; by `startAt`, then `id`. */
  mine(caller: UserId, role: MyEventsRole, page: Page, at: Date): Promise<Paged<EventListItem>>;
}
