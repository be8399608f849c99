import type { EventFilter } from '../events/lists/event-filter.ts';
import { type ListingColumns, newColumns, renumberColumns } from './listing-columns.ts';
import {
  type GroupOrders,
  type ListingOrders,
  newGroupOrders,
  newListingOrders,
  renumberOrders,
} from './listing-orders.ts';
import { newSlotGroups, type SlotGroups } from './slots/slot-groups.ts';
import {
  addSlot,
  type NewSet,
  newSlotSet,
  newSpareSets,
  type SlotSet,
  type SpareSets,
} from './slots/slot-set.ts';
import { newTerms, type Terms } from './slots/terms.ts';
import { type ListingWords, newListingWords } from './words/listing-words.ts';

/** What an index is made of. */
export interface ListingParts {
  readonly columns: ListingColumns;
  readonly orders: ListingOrders;
  readonly categoryNumbers: Map<string, number>;
  readonly categories: SlotGroups;
  readonly attendances: SlotGroups;
  /** Of one group: what is free. */
  readonly prices: SlotGroups;
  readonly words: ListingWords;
  readonly organizers: Terms;
  readonly series: Terms;
  readonly tags: Terms;
  /** The slots that are not gone; it may be longer than other sets. */
  live: SlotSet;
  /** For what is found: it has the set until the sets are taken back. */
  readonly newSet: NewSet;
  readonly spareSets: SpareSets;
}

export const newListingParts = (): ListingParts => {
  const columns = newColumns();
  const spareSets = newSpareSets();
  return {
    columns,
    orders: newListingOrders(columns),
    categoryNumbers: new Map(),
    categories: newSlotGroups(),
    attendances: newSlotGroups(),
    prices: newSlotGroups(),
    words: newListingWords(),
    organizers: newTerms(),
    series: newTerms(),
    tags: newTerms(),
    live: newSlotSet(0),
    newSet: () => spareSets.take(columns.ids.count()),
    spareSets,
  };
};

/** The orders of the one category that a filter asks for, or of all. */
export const ordersFor = (
  { columns, orders, categoryNumbers }: ListingParts,
  { categories }: EventFilter,
): GroupOrders => {
  const [category, ...others] = categories ?? [];
  if (category === undefined || others.length > 0) return orders.all;
  return orders.categories[categoryNumbers.get(category) ?? -1] ?? newGroupOrders(columns);
};

/**
 * Numbers the live slots anew, by start: what lists read side by side lies side by side, and is read many times as fast. The others
 * and what only they had are forgotten.
 */
export const renumberParts = (parts: ListingParts): void => {
  const { columns, orders, words, categories, attendances, prices, organizers, series, tags } = parts;
  const newSlots = renumberColumns(columns, orders.all.starts.slots());
  const seriesIds = Array.from({ length: series.count() }, (_, number) => series.textOf(number));
  renumberOrders(orders, newSlots);
  for (const part of [words, categories, attendances, prices, organizers, series, tags])
    part.renumber(newSlots);
  columns.values.series = columns.values.series.map((number) =>
    number === 0 ? 0 : (series.find(seriesIds[number - 1] as string) as number) + 1,
  );
  parts.live = newSlotSet(columns.ids.count());
  for (let slot = 0; slot < columns.ids.count(); slot += 1) addSlot(parts.live, slot);
};
