import type { EventId } from '../ids.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { findListings } from './find-listings.ts';
import type { FoundListings, Listing, ListingQuery } from './listing.ts';
import { appendListing } from './listing-columns.ts';
import { changeOrders } from './listing-orders.ts';
import { newListingParts, renumberParts } from './listing-parts.ts';
import { addSlot, hasSlot, removeSlot } from './slot-set.ts';
import { countBefore, withRoom } from './typed-arrays.ts';

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
  /** As `Vocabulary.similarWords`. */
  similarWords(typed: string, limit: number): readonly string[];
}

/** Slots are numbered anew when their count is twice that of the live ones, or of those that are in order, and so many more. */
const spareSlots = 64;

/**
 * Each listing has a slot. Slots are appended and never change: a listing that changes gets another one, and the old one is gone.
 * The orders learn of both when the next list is asked for, so that many changes cost them little more than one.
 */
export const newListingIndex = (): ListingIndex => {
  const parts = newListingParts();
  const { columns, orders, categoryNumbers, words, organizers, series } = parts;
  const slots = new Map<EventId, number>();
  let added: number[] = [];
  let removed: number[] = [];
  let orderedCount = 0;

  const remove = (id: EventId) => {
    const slot = slots.get(id);
    if (slot === undefined) return;
    slots.delete(id);
    removed.push(slot);
  };
  const renumber = () => {
    renumberParts(parts);
    for (const [slot, id] of columns.ids.entries()) slots.set(id, slot);
    orderedCount = slots.size;
  };
  const settle = () => {
    if (added.length + removed.length === 0) return;
    const passing = new Set(removed);
    const known = new Set(added);
    changeOrders(
      orders,
      columns,
      removed.filter((slot) => !known.has(slot)),
      added.filter((slot) => !passing.has(slot)),
    );
    parts.live = withRoom(parts.live, (columns.ids.length + 31) >>> 5);
    for (const slot of added) addSlot(parts.live, slot);
    for (const slot of removed) removeSlot(parts.live, slot);
    [added, removed] = [[], []];
    if (columns.ids.length > 2 * Math.min(orderedCount, slots.size) + spareSlots) renumber();
  };

  return {
    put: (listing, document) => {
      remove(listing.id);
      const category = categoryNumbers.get(listing.category) ?? categoryNumbers.size;
      categoryNumbers.set(listing.category, category);
      const slot = appendListing(columns, { ...listing, category });
      slots.set(listing.id, slot);
      added.push(slot);
      words.add(slot, document);
      organizers.add(listing.organizer, slot, false);
      if (listing.series !== null) series.add(listing.series, slot, false);
    },
    remove,
    expire: (at) => {
      settle();
      const ends = orders.times.ends.slots();
      const endOf = (index: number) => columns.values.ends[ends[index] as number] as number;
      const count = countBefore(ends.length, (index) => endOf(index) <= at.getTime());
      for (const slot of ends.subarray(0, count)) remove(columns.ids[slot] as EventId);
    },
    find: (query) => {
      settle();
      return findListings(parts, query);
    },
    similarWords: (typed, limit) => {
      settle();
      return words.similarWords(typed, limit, (slot) => hasSlot(parts.live, slot));
    },
  };
};
