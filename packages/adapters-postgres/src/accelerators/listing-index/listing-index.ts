/**
 * The listing index: lists and searches are found in the memory of a thread beside the event loop, without SQL (ADR 0038); what
 * they show is read in one statement for all requests that wait. Without it, and until it is loaded, each list reads all events
 * that pass.
 */
import type { Stores } from '@event-platform/domain';
import { type ListServers, listReader } from './list-reader.ts';
import type { IndexThread } from './thread/index-thread.ts';

export const listingIndex = (stores: Stores, thread: IndexThread, servers: ListServers): Stores => {
  const readList = listReader(thread, servers);
  return {
    ...stores,
    eventCatalog: {
      ...stores.eventCatalog,
      list: async (filter, order, caller, page) =>
        (await readList({ filter, order, page }, caller)) ??
        stores.eventCatalog.list(filter, order, caller, page),
    },
    vocabulary: {
      similarWords: async (words, limit) => {
        await thread.follow();
        const similar: (readonly string[])[] = [];
        // One after another: the thread has other callers, too.
        for (const word of words) {
          const found = await thread.similarWords(word, limit);
          if (!found) return stores.vocabulary.similarWords(words, limit);
          similar.push(found);
        }
        return similar;
      },
      tagCounts: async (endsAfter, limit) => {
        await thread.follow();
        return (await thread.tagCounts(endsAfter, limit)) ?? stores.vocabulary.tagCounts(endsAfter, limit);
      },
    },
  };
};
