import type { EventRecord } from '../../src/events/event.ts';
import type { EventId } from '../../src/ids.ts';
import { isListed, listingOf } from '../../src/listings/listing.ts';
import { type ListingIndex, newListingIndex } from '../../src/listings/listing-index.ts';
import type { Tables } from '../tables.ts';

/** What is asked of the index of listed events. */
export type MemoryListings = Pick<ListingIndex, 'find' | 'similarWords' | 'tagCounts'>;

/** The index of the events in the tables. It follows them before each answer, as rows are never changed in place. */
export const memoryListings = ({
  events,
  documents,
}: Pick<Tables, 'events' | 'documents'>): MemoryListings => {
  const index = newListingIndex();
  const known = new Map<EventId, EventRecord>();
  const follow = () => {
    for (const id of known.keys()) {
      if (events.get(id)) continue;
      known.delete(id);
      index.remove(id);
    }
    for (const event of events.rows()) {
      if (known.get(event.id) === event) continue;
      known.set(event.id, event);
      const document = documents.get(event.id);
      if (document && isListed(event)) index.put(listingOf(event), document);
      else index.remove(event.id);
    }
  };
  return {
    find: (query) => {
      follow();
      return index.find(query);
    },
    similarWords: (typed, limit) => {
      follow();
      return index.similarWords(typed, limit);
    },
    tagCounts: (endsAfter, limit) => {
      follow();
      return index.tagCounts(endsAfter, limit);
    },
  };
};
