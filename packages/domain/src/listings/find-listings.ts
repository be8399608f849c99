import type { Area, EventFilter } from '../events/lists/event-filter.ts';
import type { EventId } from '../ids.ts';
import { slotsInCircle } from './circle-slots.ts';
import { filterTest, type Test } from './filter-test.ts';
import type { FoundListings, ListingQuery } from './listing.ts';
import { compareStarts } from './listing-orders.ts';
import type { ListingParts } from './listing-parts.ts';
import type { TextMatches } from './listing-words.ts';
import { isInCircle } from './places.ts';
import { newSlotPage, type SlotPage } from './slot-page.ts';
import { addSlot, intersect, newSlotSet, type SlotSet, slotsOf } from './slot-set.ts';
import { slotIn, type Terms } from './terms.ts';
import { type TimeWindow, timeWindow } from './time-window.ts';

const countOf = (slots: Uint32Array, test: Test): number => {
  let count = 0;
  for (const slot of slots) if (test(slot)) count += 1;
  return count;
};

/** Whether nothing but times, a category and a circle narrow a list. */
const isSimple = (filter: EventFilter): boolean => {
  const { area, category, endsAfter, startsBefore, recentSince, isDated, ...others } = filter;
  return Object.values(others).every((part) => part === null || part === undefined);
};

/** Those that began long ago come last. */
const walkWindow = ({ begun, oldCount }: TimeWindow, test: Test, page: SlotPage): void => {
  page.walk(begun.subarray(oldCount), test);
  page.walk(begun.subarray(0, oldCount), test);
};

/** A list that only times and a category narrow: the positions of the times tell its total. Null for others. */
const listByTime = (parts: ListingParts, { filter }: ListingQuery, page: SlotPage): number | null => {
  if (!isSimple(filter) || filter.area !== null) return null;
  const window = timeWindow(parts, filter);
  if (!window.isCounted) return null;
  walkWindow(window, filterTest(parts, filter), page);
  return window.begun.length - window.ended.length;
};

/**
 * A list in a circle that only times narrow: all in inner cells count, less those out of the window. Null for others, and where
 * it is quicker to test all that are near.
 */
const listByPlace = (
  parts: ListingParts,
  { filter, page: { page: number, limit } }: ListingQuery,
  page: SlotPage,
): number | null => {
  if (!isSimple(filter) || filter.area === null || filter.category !== null) return null;
  const window = timeWindow(parts, filter);
  if (!window.isCounted) return null;
  const { insideCount, rim } = slotsInCircle(parts, filter.area);
  const near = insideCount + rim.length;
  const walkLength = (number * limit * window.begun.length) / near;
  if (window.ended.length + window.late.length + walkLength > near) return null;
  const isNear = isInCircle(parts.columns.values, filter.area);
  const isInTime = filterTest(parts, filter);
  walkWindow(window, (slot) => isInTime(slot) && isNear(slot), page);
  return insideCount + countOf(rim, isNear) - countOf(window.ended, isNear) - countOf(window.late, isNear);
};

/** Those in the circle that begin before the window ends, or all in it: whatever is tested sooner. */
const circleSet = (parts: ListingParts, filter: EventFilter, area: Area): SlotSet => {
  const set = newSlotSet(parts.columns.ids.length);
  const isNear = isInCircle(parts.columns.values, area);
  const { begun } = timeWindow(parts, filter);
  const { inside, insideCount, rim } = slotsInCircle(parts, area);
  const isShortWindow = begun.length < insideCount + rim.length;
  for (const slot of isShortWindow ? begun : rim) if (isNear(slot)) addSlot(set, slot);
  for (const slots of isShortWindow ? [] : inside) for (const slot of slots) addSlot(set, slot);
  return set;
};

const termSet = (parts: ListingParts, terms: Terms, text: string): SlotSet => {
  const set = newSlotSet(parts.columns.ids.length);
  const term = terms.find(text);
  const blocks = term === undefined ? [] : terms.postings(term);
  for (const block of blocks) for (const posting of block) addSlot(set, slotIn(posting));
  return set;
};

/** All slots that may pass: those with the words, of the organizer, of the series and in the circle; else those in time. */
const candidates = (parts: ListingParts, filter: EventFilter, found: TextMatches | null): Uint32Array => {
  const { organizer, series, area } = filter;
  const [first, ...others] = [
    found?.slots,
    organizer && termSet(parts, parts.organizers, organizer),
    series && termSet(parts, parts.series, series),
    area && circleSet(parts, filter, area),
  ].filter((set) => !!set);
  if (!first) return timeWindow(parts, filter).begun;
  for (const set of others) intersect(first, set);
  return slotsOf(first);
};

/** Any list: all candidates are tested. */
const listByTest = (parts: ListingParts, { filter, order }: ListingQuery, page: SlotPage): number => {
  const { ids, values } = parts.columns;
  const found = filter.text && parts.words.matching(filter.text, ids.length);
  const passes = filterTest(parts, filter);
  const recentSince = filter.recentSince.getTime();
  const placeByTime = (slot: number) => ((values.starts[slot] as number) < recentSince ? 1 : 0);
  const placeOf = order === 'relevance' && found ? found.placeOf : placeByTime;
  const places = [0, 1, 2].map(() => newSlotSet(ids.length));
  const counts = [0, 0, 0];
  for (const slot of candidates(parts, filter, found)) {
    if (!passes(slot)) continue;
    const place = placeOf(slot);
    addSlot(places[place] as SlotSet, slot);
    counts[place] = (counts[place] as number) + 1;
  }
  return counts.reduce((total, count, place) => {
    page.take(places[place] as SlotSet, count);
    return total + count;
  }, 0);
};

export const findListings = (parts: ListingParts, query: ListingQuery): FoundListings => {
  const { ids } = parts.columns;
  const page = newSlotPage(query.page, compareStarts(parts.columns), parts.orders.times.starts.slots());
  const total =
    listByTime(parts, query, page) ?? listByPlace(parts, query, page) ?? listByTest(parts, query, page);
  return { ids: page.slots.map((slot) => ids[slot] as EventId), total };
};
