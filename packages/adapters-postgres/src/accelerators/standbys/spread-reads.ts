import { DomainError, type Stores, type UserId } from '@event-platform/domain';
import type { ReplicaSet } from './replica-set.ts';

/**
 * The writer's stores, whose reads of public data go to a replica where one is recent enough: lists and single public
 * events. What fails on a replica, or is not found there, is read from the writer. So is everything that is not public,
 * since a replica may still show it to people who were put out, and every read that decides a write.
 */
export const spreadReads = (writer: Stores, replicas: Pick<ReplicaSet, 'choose'>): Stores => {
  const read = async <Result>(
    caller: UserId | null,
    ask: (stores: Stores) => Promise<Result>,
  ): Promise<Result> => {
    const replica = replicas.choose(caller);
    if (!replica) return ask(writer);
    try {
      return await ask(replica.stores);
    } catch (error) {
      if (error instanceof DomainError) replica.exclude();
      return ask(writer);
    }
  };
  return {
    ...writer,
    categories: {
      ...writer.categories,
      list: () => read(null, ({ categories }) => categories.list()),
    },
    eventCatalog: {
      ...writer.eventCatalog,
      list: (filter, order, caller, page) =>
        read(caller, ({ eventCatalog }) => eventCatalog.list(filter, order, caller, page)),
      detail: async (id, caller, at) => {
        const detail = await read(caller, ({ eventCatalog }) => eventCatalog.detail(id, caller, at));
        // Null as well: a link may lead to an event that the replica has not replayed yet.
        return detail?.visibility === 'public' && !detail.takenDown
          ? detail
          : writer.eventCatalog.detail(id, caller, at);
      },
      page: async (id, at) => {
        const page = await read(null, ({ eventCatalog }) => eventCatalog.page(id, at));
        return page && !page.takenDown ? page : writer.eventCatalog.page(id, at);
      },
    },
    upcomingEvents: {
      partStarts: (size, at) => read(null, ({ upcomingEvents }) => upcomingEvents.partStarts(size, at)),
      from: (start, limit, at) => read(null, ({ upcomingEvents }) => upcomingEvents.from(start, limit, at)),
    },
    vocabulary: {
      similarWords: (words, limit) => read(null, ({ vocabulary }) => vocabulary.similarWords(words, limit)),
      tagCounts: (endsAfter, limit) => read(null, ({ vocabulary }) => vocabulary.tagCounts(endsAfter, limit)),
    },
  };
};
