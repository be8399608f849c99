import type { TagCount } from '../events/tag.ts';
import type { EventId } from '../ids.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { findListings } from './find-listings.ts';
import type { FoundListings, Listing, ListingQuery } from './listing.ts';
import type { ListingPlace } from './listing-change.ts';
import { appendListing, placeIn } from './listing-columns.ts';
import { changeOrders } from './listing-orders.ts';
import { newListingParts, renumberParts } from './listing-parts.ts';
import { addSlot, removeSlot } from './slots/slot-set.ts';
import { countBefore, withRoom } from './slots/typed-arrays.ts';
import { countTags } from './tag-counts.ts';

/** An index in memory of everything that is listed, which answers lists and searches exactly. */
export interface ListingIndex {
  /** Adds an event that is listed, or replaces what is known of it. */
  put(listing: Listing, document: SearchDocument): void;
  /** Removes an event, if it is in the index. */
  remove(id: EventId): void;
  /** Removes all that ended at an instant or before. */
  expire(at: Date): void;
  /** As `EventCatalog.list`. */
  find(query: ListingQuery): FoundListings;
  /** When the next one ends after an instant, in milliseconds since 1970; infinity where none does. Until then no list changes by time. */
  nextEnd(after: Date): number;
  /** What it knows of an event, if that is in it. */
  placeOf(id: EventId): ListingPlace | null;
  /** How many events are in it. */
  count(): number;
  /** As `Vocabulary.similarWords`. */
  similarWords(typed: string, limit: number): readonly string[];
  /** As `Vocabulary.tagCounts`. */
  tagCounts(endsAfter: Date, limit: number): readonly TagCount[];
}

/** Slots are numbered anew when their count is twice that of the live ones, or of those that are in order, and so many more. */
const spareSlots = 64;
/** Listings that wait to be put in order take more memory. */
const mostAdded = 50_000;

/**
 * Each listing has a slot. Slots are appended and never change: a listing that changes gets another one, and the old one is gone.
 * The orders learn of both when the next list is asked for, so that many changes cost them little more than one.
 */
export const newListingIndex = (): ListingIndex => {
  const parts = newListingParts();
  const {
    columns,
    orders,
    categoryNumbers,
    categories,
    attendances,
    prices,
    words,
    organizers,
    series,
    tags,
  } = parts;
  /** What is not in the orders yet, and what is not out of them. */
  const added = new Map<EventId, number>();
  const removed = new Set<number>();
  let orderedCount = 0;

  /** The slot of an event that is in the orders. */
  const orderedSlot = (id: EventId): number | undefined => {
    const slots = orders.ids.slots();
    const compare = columns.ids.compareTo(id);
    const slot = slots[countBefore(slots.length, (index) => compare(slots[index] as number) < 0)];
    return slot !== undefined && compare(slot) === 0 ? slot : undefined;
  };
  const remove = (id: EventId) => {
    if (added.delete(id)) return;
    const slot = orderedSlot(id);
    if (slot !== undefined) removed.add(slot);
  };
  const liveCount = () => orders.ids.slots().length + added.size - removed.size;
  const settle = () => {
    if (added.size + removed.size === 0) return;
    const slots = [...added.values()];
    changeOrders(orders, columns, [...removed], slots);
    parts.live = withRoom(parts.live, (columns.ids.count() + 31) >>> 5);
    for (const slot of slots) addSlot(parts.live, slot);
    for (const slot of removed) removeSlot(parts.live, slot);
    added.clear();
    removed.clear();
    if (columns.ids.count() <= 2 * Math.min(orderedCount, liveCount()) + spareSlots) return;
    renumberParts(parts);
    orderedCount = liveCount();
  };

  const endAt = (index: number) => columns.values.ends[orders.all.ends.slots()[index] as number];
  /** How many ended at an instant or before. */
  const countEnded = (at: Date) =>
    countBefore(orders.all.ends.slots().length, (index) => (endAt(index) as number) <= at.getTime());

  return {
    put: (listing, document) => {
      remove(listing.id);
      const category = categoryNumbers.get(listing.category) ?? categoryNumbers.size;
      categoryNumbers.set(listing.category, category);
      const slot = appendListing(columns, { ...listing, category });
      added.set(listing.id, slot);
      words.add(slot, document);
      categories.add(listing.category, slot);
      attendances.add(listing.attendance, slot);
      if (listing.isFree) prices.add('free', slot);
      organizers.add(listing.organizer, slot, false);
      columns.values.series[slot] = listing.series === null ? 0 : series.add(listing.series, slot, false) + 1;
      for (const tag of listing.tags) tags.add(tag, slot, false);
      if (added.size >= mostAdded) settle();
    },
    remove,
    expire: (at) => {
      settle();
      for (const slot of orders.all.ends.slots().subarray(0, countEnded(at))) removed.add(slot);
    },
    find: (query) => {
      settle();
      return findListings(parts, query);
    },
    nextEnd: (after) => {
      settle();
      return endAt(countEnded(after)) ?? Number.POSITIVE_INFINITY;
    },
    placeOf: (id) => {
      const slot = added.get(id) ?? orderedSlot(id);
      if (slot === undefined || removed.has(slot)) return null;
      const { category, ...place } = placeIn(columns, slot);
      return { ...place, category: [...categoryNumbers.keys()][category] as string };
    },
    count: liveCount,
    similarWords: (typed, limit) => {
      settle();
      return words.similarWords(typed, limit, parts.live);
    },
    tagCounts: (endsAfter, limit) => {
      settle();
      return countTags(parts, endsAfter, limit);
    },
  };
};
