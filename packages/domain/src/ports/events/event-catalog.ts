import type { EventPage } from '../../event-pages/event-page.ts';
import type { EventDetail, ListedEvent, MyEventsRole, MyEventsTime } from '../../events/event.ts';
import type { EventFilter, ListOrder } from '../../events/lists/event-filter.ts';
import type { ListPage } from '../../events/lists/list-position.ts';
import type { ReadPage } from '../../events/lists/listed-page.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Paged } from '../../paging.ts';

/**
 * Read models, each in as few queries as the list needs. Counts are exact as of the read. For anonymous callers `list`,
 * `detail` and `page` may return the same object again while nothing in it has changed, so that a response can be cached by it;
 * a list that is returned again says so (`isKept`).
 */
export interface EventCatalog {
  /**
   * Public events that are not cancelled and pass the filter. Order: by `startAt`, then `id`, those that start before
   * `recentSince` after all others. With `order: 'relevance'` by rank, then `startAt`, then `id`: first those with all words
   * in the title, then with some, then the others. With `order: 'distance'` by `distanceKm` from the middle of the filter's area, to
   * the millimetre, then `startAt`, then `id`.
   */
  list(filter: EventFilter, order: ListOrder, caller: UserId | null, page: ListPage): Promise<ReadPage>;
  /** Null when the event is unknown or not visible to the caller. */
  detail(id: EventId, caller: UserId | null, at: Date): Promise<EventDetail | null>;
  /** As `detail` for anonymous callers. Of the host's events those that began more than a day before `at` come last. */
  page(id: EventId, at: Date): Promise<EventPage | null>;
  /**
   * The caller's own events in any of the roles that are visible to them, private ones too; by `startAt`, then `id`. Where all
   * that they organize are asked for, those of others come last, with rank 1. @param when which of them, by `at`; null for all
   */
  mine(
    caller: UserId,
    roles: readonly (MyEventsRole | 'booked')[],
    page: ListPage,
    at: Date,
    when?: MyEventsTime | null,
  ): Promise<Paged<ListedEvent>>;
}
