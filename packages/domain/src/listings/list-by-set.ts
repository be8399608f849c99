import type { Area, EventFilter } from '../events/lists/event-filter.ts';
import { slotsInCircle } from './circle-slots.ts';
import { filterTest, isNarrowedBy } from './filter-test.ts';
import type { ListingQuery } from './listing.ts';
import type { ListingParts } from './listing-parts.ts';
import type { TextMatches } from './listing-words.ts';
import { distancesFrom, isInCircle } from './places.ts';
import type { SlotPage } from './slot-page.ts';
import {
  addSlot,
  countOf,
  hasSlot,
  intersect,
  newSlotSet,
  removeSlot,
  type SlotSet,
  slotsOf,
  subtract,
} from './slot-set.ts';
import { slotIn, type Terms } from './terms.ts';
import { type TimeWindow, timeWindow } from './time-window.ts';

/** Those in the circle that begin before the window ends, or all in it: whatever is tested sooner. */
const circleSet = (parts: ListingParts, filter: EventFilter, area: Area): SlotSet => {
  const set = newSlotSet(parts.columns.ids.count());
  const isNear = isInCircle(parts.columns.values, area);
  const { begun } = timeWindow(parts, filter);
  const { inside, insideCount, rim } = slotsInCircle(parts, area);
  const isShortWindow = begun.length < insideCount + rim.length;
  for (const slot of isShortWindow ? begun : rim) if (isNear(slot)) addSlot(set, slot);
  for (const slots of isShortWindow ? [] : inside) for (const slot of slots) addSlot(set, slot);
  return set;
};

const termSet = (parts: ListingParts, terms: Terms, text: string): SlotSet => {
  const set = newSlotSet(parts.columns.ids.count());
  const term = terms.find(text);
  const blocks = term === undefined ? [] : terms.postings(term);
  for (const block of blocks) for (const posting of block) addSlot(set, slotIn(posting));
  return set;
};

/** The live slots with the words, of the organizer, of the series and in the circle. */
const candidates = (parts: ListingParts, filter: EventFilter, found: TextMatches | null): SlotSet => {
  const { organizer, series, area } = filter;
  const set = parts.live.slice(0, newSlotSet(parts.columns.ids.count()).length);
  for (const some of [
    found?.slots,
    organizer && termSet(parts, parts.organizers, organizer),
    series && termSet(parts, parts.series, series),
    area && circleSet(parts, filter, area),
  ])
    if (some) intersect(set, some);
  return set;
};

/** Takes out of a set what does not pass: what is out of the window, if nothing else narrows it and that is less to do. */
const narrow = (
  parts: ListingParts,
  filter: EventFilter,
  { ended, late }: TimeWindow,
  set: SlotSet,
): void => {
  const isByTime = isNarrowedBy(filter, 'text', 'organizer', 'series', 'area');
  if (isByTime && ended.length + late.length < countOf(set))
    for (const slots of [ended, late]) for (const slot of slots) removeSlot(set, slot);
  else {
    const passes = filterTest(parts, filter);
    for (const slot of slotsOf(set)) if (!passes(slot)) removeSlot(set, slot);
  }
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
  const old = newSlotSet(set.length * 32);
  for (const slot of begun.subarray(0, oldCount)) if (hasSlot(set, slot)) addSlot(old, slot);
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
