import type { Area, EventFilter } from '../events/lists/event-filter.ts';
import { slotsInCircle } from './circle-slots.ts';
import { foldSeries } from './fold-series.ts';
import type { ListingQuery } from './listing.ts';
import type { ListingParts } from './listing-parts.ts';
import { distancesFrom, isInCircle } from './places.ts';
import type { SlotPage } from './slots/slot-page.ts';
import {
  addSlot,
  countOf,
  intersect,
  type NewSet,
  removeSlot,
  type SlotSet,
  slotsOf,
  subtract,
  unite,
} from './slots/slot-set.ts';
import type { Terms } from './slots/terms.ts';
import { timeTest } from './time-test.ts';
import { type TimeWindow, timeWindow } from './time-window.ts';
import type { TextMatches } from './words/listing-words.ts';

/** To test a listing takes as long as to add or remove so many slots, of which most lie side by side. */
const stepsOfTest = 8;

/** Those in the circle that begin before the window ends, or all in it: whatever is found sooner. */
const circleSet = (parts: ListingParts, filter: EventFilter, area: Area): SlotSet => {
  const set = parts.newSet();
  const isNear = isInCircle(parts.columns.values, area);
  const { begun } = timeWindow(parts, filter);
  const { inside, insideCount, rim } = slotsInCircle(parts, filter, area);
  const isShortWindow = begun.length < rim.length + insideCount / stepsOfTest;
  for (const slot of isShortWindow ? begun : rim) if (isNear(slot)) addSlot(set, slot);
  for (const slots of isShortWindow ? [] : inside) for (const slot of slots) addSlot(set, slot);
  return set;
};

/** Those of any of the texts. */
export const termSet = (parts: ListingParts, terms: Terms, ...texts: readonly string[]): SlotSet => {
  const set = parts.newSet();
  for (const term of texts.map(terms.find))
    if (term !== undefined) terms.collect(term, { anywhere: set, inTitle: set });
  return set;
};

/** The live slots with the words and tags, of the groups, the organizer and the series, and in the circle. */
const candidates = (parts: ListingParts, filter: EventFilter, found: TextMatches | null): SlotSet => {
  const { attendance, isFree, categories, organizer, series, tags, area } = filter;
  const { newSet } = parts;
  const set = newSet();
  unite(set, parts.live);
  for (const some of [
    found?.slots,
    categories && parts.categories.anyOf(categories, newSet),
    attendance && parts.attendances.anyOf(attendance, newSet),
    isFree && parts.prices.anyOf(['free'], newSet),
    organizer && termSet(parts, parts.organizers, organizer),
    series && termSet(parts, parts.series, series),
    tags && termSet(parts, parts.tags, ...tags),
    area && circleSet(parts, filter, area),
  ])
    if (some) intersect(set, some);
  return set;
};

/** Takes out of a set what is out of the window: few are tested; else all that are out of it, or in it, are gone through. */
const narrow = (
  parts: ListingParts,
  filter: EventFilter,
  { begun, ended, late }: TimeWindow,
  set: SlotSet,
): void => {
  const steps = ended.length + Math.min(begun.length, late.length);
  if (steps > countOf(set) * stepsOfTest) {
    const isInTime = timeTest(parts.columns, filter);
    for (const slot of slotsOf(set)) if (!isInTime(slot)) removeSlot(set, slot);
    return;
  }
  if (begun.length < late.length) intersect(set, setOf(begun, parts.newSet));
  else for (const slot of late) removeSlot(set, slot);
  for (const slot of ended) removeSlot(set, slot);
};

const setOf = (slots: Uint32Array, newSet: NewSet): SlotSet => {
  const set = newSet();
  for (const slot of slots) addSlot(set, slot);
  return set;
};

/** Splits a set: those where all the words are in the title, some are, none is. */
const byTitle = (set: SlotSet, { allInTitle, someInTitle }: TextMatches): readonly SlotSet[] => {
  intersect(allInTitle, set);
  intersect(someInTitle, set);
  subtract(set, someInTitle);
  subtract(someInTitle, allInTitle);
  return [allInTitle, someInTitle, set];
};

/** Splits a set: those that began long ago come last. */
const byAge = (set: SlotSet, { begun, oldCount }: TimeWindow, newSet: NewSet): readonly SlotSet[] => {
  const old = setOf(begun.subarray(0, oldCount), newSet);
  intersect(old, set);
  subtract(set, old);
  return [set, old];
};

/** What a list comes to besides its page. */
export interface ListedSet {
  readonly total: number;
  /** Of a slot of a list that names each series once: how many later dates there are. */
  readonly laterDates: ((slot: number) => number) | null;
}

/** Fills the page of any list from a set of all that pass. */
export const listBySet = (
  parts: ListingParts,
  { filter, order }: ListingQuery,
  page: SlotPage,
): ListedSet => {
  const found = filter.text && parts.words.matching(filter.text, parts.newSet);
  const window = timeWindow(parts, filter);
  const set = candidates(parts, filter, found);
  narrow(parts, filter, window, set);
  const laterDates = filter.isOncePerSeries ? foldSeries(parts, filter, set) : null;
  if (order === 'distance' && filter.area) {
    page.takeBy(set, distancesFrom(parts.columns.values, filter.area));
    return { total: countOf(set), laterDates };
  }
  let total = 0;
  const ranks = order === 'relevance' && found ? byTitle(set, found) : byAge(set, window, parts.newSet);
  for (const [rank, part] of ranks.entries()) {
    const count = countOf(part);
    page.begin(rank);
    page.take(part, count);
    total += count;
  }
  return { total, laterDates };
};
