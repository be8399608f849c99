import { distanceKm } from '../../src/events/distance.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { EventFilter, ListOrder } from '../../src/events/lists/event-filter.ts';
import type { ListPage } from '../../src/events/lists/list-position.ts';
import type { TagCount } from '../../src/events/tag.ts';
import type { EventId } from '../../src/ids.ts';
import { offsetOf } from '../../src/paging.ts';
import { type SearchDocument, searchDocument } from '../../src/search/search-document.ts';
import { textMatches, titleRank } from '../../src/search/text-query.ts';

/** A stored event with the words that it is found by. */
export interface PlainEvent {
  readonly event: EventRecord;
  readonly document: SearchDocument;
}

/** A page of a list: ids in order, and the exact total. */
export interface PlainList {
  readonly ids: readonly EventId[];
  readonly total: number;
  /** Of a list that names each series once. */
  readonly laterDates?: readonly number[];
}

/** An event with the words that the fixtures store it with. */
export const plainEvent = (event: EventRecord): PlainEvent => ({
  event,
  document: searchDocument(event, { name: 'Music' }),
});

export const isListed = ({ visibility, status, takenDown }: EventRecord): boolean =>
  visibility === 'public' && status === 'scheduled' && takenDown === null;

const isWithin = ({ area }: EventFilter, { location: { lat, lng } }: EventRecord): boolean =>
  area === null || (lat !== null && lng !== null && distanceKm(area, { lat, lng }) <= area.radiusKm);

const passes = ({ event, document }: PlainEvent, filter: EventFilter): boolean => {
  if (!isListed(event)) return false;
  if (event.endAt <= filter.endsAfter) return false;
  if (filter.startsBefore !== null && event.startAt >= filter.startsBefore) return false;
  if (filter.categories !== null && !filter.categories.includes(event.category)) return false;
  if (filter.tags && !filter.tags.some((tag) => event.tags.includes(tag))) return false;
  if (filter.attendance && !filter.attendance.includes(event.attendance)) return false;
  if (filter.isFree && (!event.isPriceKnown || event.priceMinor > 0)) return false;
  if (filter.organizer !== undefined && event.organizerId !== filter.organizer) return false;
  if (filter.series !== undefined && event.series?.id !== filter.series) return false;
  if (filter.text !== null && !textMatches(filter.text, document)) return false;
  return isWithin(filter, event);
};

/**
 * What `EventCatalog.list` means, written as plainly as can be: all events are read, filtered and sorted. What adapters do
 * is compared with it.
 */
export const plainList = (
  events: readonly PlainEvent[],
  filter: EventFilter,
  order: ListOrder,
  page: ListPage,
): PlainList => {
  const placeOf = ({ event, document }: PlainEvent): number => {
    const { lat, lng } = event.location;
    if (order === 'distance' && filter.area && lat !== null && lng !== null)
      return Math.round(1e6 * distanceKm(filter.area, { lat, lng }));
    if (order === 'relevance' && filter.text !== null) return 2 - titleRank(filter.text, document);
    return event.startAt < filter.recentSince ? 1 : 0;
  };
  const inOrder =
    (placeOf: (each: PlainEvent) => number) =>
    (one: PlainEvent, other: PlainEvent): number =>
      placeOf(one) - placeOf(other) ||
      one.event.startAt.getTime() - other.event.startAt.getTime() ||
      (one.event.id < other.event.id ? -1 : 1);
  const passing = events.filter((each) => passes(each, filter));
  const datesOf = new Map<string, PlainEvent[]>();
  const seriesOf = ({ event }: PlainEvent) => event.series?.id ?? event.id;
  for (const each of passing.sort(inOrder(({ event }) => (event.startAt < filter.recentSince ? 1 : 0))))
    datesOf.set(seriesOf(each), [...(datesOf.get(seriesOf(each)) ?? []), each]);
  const matches = (
    filter.isOncePerSeries ? [...datesOf.values()].flatMap(([first]) => first ?? []) : passing
  ).sort(inOrder(placeOf));
  const { after } = page;
  const isBehind = (each: PlainEvent): boolean => {
    if (!after) return true;
    const distance = placeOf(each) - after.rank || each.event.startAt.getTime() - after.startAt;
    return distance > 0 || (distance === 0 && each.event.id > after.id);
  };
  const shown = matches.filter(isBehind).slice(offsetOf(page), offsetOf(page) + page.limit);
  return {
    ids: shown.map(({ event }) => event.id),
    total: matches.length,
    ...(filter.isOncePerSeries && {
      laterDates: shown.map((each) => (datesOf.get(seriesOf(each))?.length ?? 0) - 1),
    }),
  };
};

/** What `Vocabulary.tagCounts` means, without its limit. */
export const plainTagCounts = (events: readonly PlainEvent[], endsAfter: Date): readonly TagCount[] => {
  const tags = events.flatMap(({ event }) => (isListed(event) && event.endAt > endsAfter ? event.tags : []));
  return [...new Set(tags)]
    .map((slug) => ({ slug, events: tags.filter((tag) => tag === slug).length }))
    .sort((one, other) => other.events - one.events || (one.slug < other.slug ? -1 : 1));
};
