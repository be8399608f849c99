import { slotsInCircle } from './circle-slots.ts';
import { listBySet, termSet } from './list-by-set.ts';
import type { FoundListings, ListingQuery } from './listing.ts';
import { comparePosition, compareStarts } from './listing-orders.ts';
import { type ListingParts, ordersFor } from './listing-parts.ts';
import { isInCircle } from './places.ts';
import { newSlotPage, type SlotPage } from './slots/slot-page.ts';
import { countOfBoth, hasSlot } from './slots/slot-set.ts';
import { isNarrowedBy, type Test, timeTest } from './time-test.ts';
import { type TimeWindow, timeWindow } from './time-window.ts';

const countPassing = (slots: Uint32Array, test: Test): number => {
  let count = 0;
  for (const slot of slots) if (test(slot)) count += 1;
  return count;
};

/** Those that began long ago come last. */
const walkWindow = ({ begun, oldCount }: TimeWindow, test: Test, page: SlotPage): void => {
  page.begin(0);
  page.walk(begun.subarray(oldCount), test);
  page.begin(1);
  page.walk(begun.subarray(0, oldCount), test);
};

/** A list that only times and categories narrow: the positions of the times tell its total. Null for others. */
const listByTime = (parts: ListingParts, { filter }: ListingQuery, page: SlotPage): number | null => {
  if (!isNarrowedBy(filter, 'categories')) return null;
  const window = timeWindow(parts, filter);
  if (!window.isCounted) return null;
  const isInTime = timeTest(parts.columns, filter);
  const { categories } = filter;
  // The window of one category has no others.
  const ofThem = categories && categories.length > 1 && parts.categories.anyOf(categories, parts.newSet);
  walkWindow(window, ofThem ? (slot) => hasSlot(ofThem, slot) && isInTime(slot) : isInTime, page);
  const windows = categories?.map((slug) => timeWindow(parts, { ...filter, categories: [slug] })) ?? [window];
  return windows.reduce((sum, { begun, ended }) => sum + begun.length - ended.length, 0);
};

/** Slots that are tested in the time in which 32 of a set are counted. */
const testsOfWord = 2;

/** A list that only times and tags narrow: of all with one of these, less those out of the window. Null for others, and few. */
const listByTag = (
  parts: ListingParts,
  { filter, page: { page: number, limit } }: ListingQuery,
  page: SlotPage,
): number | null => {
  if (!filter.tags || !isNarrowedBy(filter, 'tags')) return null;
  const window = timeWindow(parts, filter);
  const mostTests = parts.live.length * testsOfWord;
  if (!window.isCounted || window.ended.length + window.late.length > mostTests) return null;
  const set = termSet(parts, parts.tags, ...filter.tags);
  const isTagged = (slot: number) => hasSlot(set, slot);
  const outside = countPassing(window.ended, isTagged) + countPassing(window.late, isTagged);
  const total = countOfBoth(set, parts.live) - outside;
  if (number * limit * window.begun.length > total * mostTests) return null;
  const isInTime = timeTest(parts.columns, filter);
  walkWindow(window, (slot) => isTagged(slot) && isInTime(slot), page);
  return total;
};

/**
 * A list in a circle that only times and one category narrow: all in inner cells count, less those out of the window. Null for
 * others, and where it is quicker to test all that are near.
 */
const listByPlace = (
  parts: ListingParts,
  { filter, page: { page: number, limit } }: ListingQuery,
  page: SlotPage,
): number | null => {
  if (!filter.area || !isNarrowedBy(filter, 'area', 'categories')) return null;
  if (filter.categories && filter.categories.length > 1) return null;
  const window = timeWindow(parts, filter);
  if (!window.isCounted) return null;
  const { insideCount, rim } = slotsInCircle(parts, filter, filter.area);
  const near = insideCount + rim.length;
  const walkLength = (number * limit * window.begun.length) / near;
  if (window.ended.length + window.late.length + walkLength > near) return null;
  const isNear = isInCircle(parts.columns.values, filter.area);
  const isInTime = timeTest(parts.columns, filter);
  walkWindow(window, (slot) => isInTime(slot) && isNear(slot), page);
  const outside = countPassing(window.ended, isNear) + countPassing(window.late, isNear);
  return insideCount + countPassing(rim, isNear) - outside;
};

export const findListings = (parts: ListingParts, query: ListingQuery): FoundListings => {
  const { ids } = parts.columns;
  parts.spareSets.takeBack();
  const all = ordersFor(parts, query.filter).starts.slots();
  const { after } = query.page;
  const compareTo = after ? comparePosition(parts.columns, after) : () => 0;
  const page = newSlotPage(query.page, compareStarts(parts.columns), all, compareTo);
  const byTime =
    query.order === 'time'
      ? (listByTime(parts, query, page) ?? listByTag(parts, query, page) ?? listByPlace(parts, query, page))
      : null;
  const { total, laterDates = null } = byTime === null ? listBySet(parts, query, page) : { total: byTime };
  return {
    ids: page.slots.map(ids.at),
    total,
    ...(laterDates && { laterDates: page.slots.map(laterDates) }),
  };
};
