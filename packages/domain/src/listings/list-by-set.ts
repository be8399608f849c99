import type { Area, EventFilter } from '../events/lists/event-filter.ts';
import { slotsInCircle } from './circle-slots.ts';
import type { ListingQuery } from './listing.ts';
import type { ListingParts } from './listing-parts.ts';
import type { TextMatches } from './listing-words.ts';
import { distancesFrom, isInCircle } from './places.ts';
import type { SlotPage } from './slot-page.ts';
import {
  addSlot,
  countOf,
  intersect,
  newSlotSet,
  removeSlot,
  type SlotSet,
  slotsOf,
  subtract,
} from './slot-set.ts';
import type { Terms } from './terms.ts';
import { timeTest } from './time-test.ts';
import { type TimeWindow, timeWindow } from './time-window.ts';

/** To test a listing takes as long as to add or remove so many slots, of which most lie side by side. */
const stepsOfTest = 8;

/** Those in the circle that begin before the window ends, or all in it: whatever is found sooner. */
const circleSet = (parts: ListingParts, filter: EventFilter, area: Area): SlotSet => {
  const set = newSlotSet(parts.columns.ids.count());
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
  const set = newSlotSet(parts.columns.ids.count());
  for (const term of texts.map(terms.find))
    if (term !== undefined) terms.collect(term, { anywhere: set, inTitle: set });
  return set;
};

/** The live slots with the words and tags, of the groups, the organizer and the series, and in the circle. */
const candidates = (parts: ListingParts, filter: EventFilter, found: TextMatches | null): SlotSet => {
  const { attendance, categories, organizer, series, tags, area } = filter;
  const count = parts.columns.ids.count();
  const set = parts.live.slice(0, newSlotSet(count).length);
  for (const some of [
    found?.slots,
    categories && parts.categories.anyOf(categories, count),
    attendance && parts.attendances.anyOf(attendance, count),
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
  if (begun.length < late.length) intersect(set, setOf(begun, set));
  else for (const slot of late) removeSlot(set, slot);
  for (const slot of ended) removeSlot(set, slot);
};

const setOf = (slots: Uint32Array, { length }: SlotSet): SlotSet => {
  const set = newSlotSet(length * 32);
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
const byAge = (set: SlotSet, { begun, oldCount }: TimeWindow): readonly SlotSet[] => {
  const old = setOf(begun.subarray(0, oldCount), set);
  intersect(old, set);
  subtract(set, old);
  return [set, old];
};

/** Fills the page of any list from a set of all that pass; returns how many these are. */
export const listBySet = (parts: ListingParts, { filter, order }: ListingQuery, page: SlotPage): number => {
  const found = filter.text && parts.words.matching(filter.text, parts.columns.ids.count());
  const window = timeWindow(parts, filter);
  const set = candidates(parts, filter, found);
  narrow(parts, filter, window, set);
  if (order === 'distance' && filter.area) {
    page.takeBy(set, distancesFrom(parts.columns.values, filter.area));
    return countOf(set);
  }
  let total = 0;
  for (const part of order === 'relevance' && found ? byTitle(set, found) : byAge(set, window)) {
    const count = countOf(part);
    page.take(part, count);
    total += count;
  }
  return total;
};
