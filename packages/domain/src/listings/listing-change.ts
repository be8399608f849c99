import { distanceKm } from '../events/distance.ts';
import type { EventFilter } from '../events/lists/event-filter.ts';
import type { Listing } from './listing.ts';
import { isNarrowedBy } from './time-test.ts';

/** When and where a listed event is, and of which category. */
export type ListingPlace = Pick<Listing, 'startAt' | 'endAt' | 'lat' | 'lng' | 'category'>;

/** What has become of an event; null where it is not listed. */
export interface ListingChange {
  readonly before: ListingPlace | null;
  readonly after: ListingPlace | null;
}

const mayPass = (
  { area, categories, endsAfter, startsBefore }: EventFilter,
  { startAt, endAt, lat, lng, category }: ListingPlace,
): boolean =>
  endAt > endsAfter.getTime() &&
  (startsBefore === null || startAt < startsBefore.getTime()) &&
  (categories === null || categories.includes(category)) &&
  (area === null || (lat !== null && lng !== null && distanceKm(area, { lat, lng }) <= area.radiusKm));

const isSame = (one: ListingPlace, other: ListingPlace): boolean =>
  one.startAt === other.startAt &&
  one.endAt === other.endAt &&
  one.lat === other.lat &&
  one.lng === other.lng &&
  one.category === other.category;

/**
 * Whether a change may change the ids or the total of a list: not where the event passes neither before nor after it, nor where
 * only what the list does not ask for has changed.
 */
export const mayChangeList = (filter: EventFilter, { before, after }: ListingChange): boolean => {
  if (before && after && isSame(before, after) && isNarrowedBy(filter, 'area', 'categories')) return false;
  return [before, after].some((place) => place !== null && mayPass(filter, place));
};
