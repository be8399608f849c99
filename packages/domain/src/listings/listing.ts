import type { Attendance } from '../events/attendance.ts';
import type { EventRecord } from '../events/event.ts';
import type { EventFilter, ListOrder } from '../events/lists/event-filter.ts';
import type { ListPage } from '../events/lists/list-position.ts';
import type { EventId, SeriesId, UserId } from '../ids.ts';

/**
 * What decides in which lists an event is, and where, but for its words. Instants are in milliseconds since 1970; the end is not
 * before the start.
 */
export interface Listing {
  readonly id: EventId;
  readonly startAt: number;
  readonly endAt: number;
  /** In degrees; null, both, for an event without a place. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly category: string;
  readonly tags: readonly string[];
  readonly attendance: Attendance;
  /** Whether it is known to cost nothing. */
  readonly isFree: boolean;
  readonly organizer: UserId;
  readonly series: SeriesId | null;
}

/** A list or a search, as `EventCatalog.list` is asked for one. */
export interface ListingQuery {
  readonly filter: EventFilter;
  readonly order: ListOrder;
  readonly page: ListPage;
}

/** A page: ids in order, and how many listings pass the filter. */
export interface FoundListings {
  readonly ids: readonly EventId[];
  readonly total: number;
  /** Of a list that names each series once, by the places of the ids: how many later dates pass the filter. */
  readonly laterDates?: readonly number[];
}

/** Whether lists show an event to everybody: the rule of the whole service, which adapters with a query language mirror. */
export const isListed = ({
  visibility,
  status,
  takenDown,
}: Pick<EventRecord, 'visibility' | 'status' | 'takenDown'>): boolean =>
  visibility === 'public' && status === 'scheduled' && takenDown === null;

export const listingOf = (event: EventRecord): Listing => ({
  id: event.id,
  startAt: event.startAt.getTime(),
  endAt: event.endAt.getTime(),
  lat: event.location.lat,
  lng: event.location.lng,
  category: event.category,
  tags: event.tags,
  attendance: event.attendance,
  isFree: event.isPriceKnown && event.priceMinor === 0,
  organizer: event.organizerId,
  series: event.series?.id ?? null,
});
