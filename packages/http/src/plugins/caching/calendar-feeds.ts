import { type Clock, calendarPolicy } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { calendarMediaType } from '../../presenters/present-calendar.ts';
import { type SharedBody, sharedBody } from './shared-body.ts';

/** Bytes of the feeds that a process keeps: some hundred of the largest. */
const maxSize = 64_000_000;

/**
 * Works a feed out at most once in ten seconds and for one request at a time, in each process; all other requests get
 * what was worked out. Who answers an event sees it in a feed that was just read at most ten seconds later.
 */
export const calendarFeeds = (clock: Clock) => {
  const cache = new LRUCache<string, SharedBody & { readonly madeAt: number }>({
    maxSize,
    // A third for the compressed body.
    sizeCalculation: ({ body }) => Math.ceil((body.length * 4) / 3) + 200,
  });
  const readsInProgress = new Map<string, Promise<SharedBody>>();

  const work = async (key: string, make: () => Promise<string>): Promise<SharedBody> => {
    const madeAt = clock.now().getTime();
    const feed = { ...sharedBody(await make(), calendarMediaType), madeAt };
    cache.set(key, feed);
    return feed;
  };

  /** @param key names the feed and its version; @param make works it out */
  return async (key: string, make: () => Promise<string>): Promise<SharedBody> => {
    const entry = cache.get(key);
    const age = entry ? clock.now().getTime() - entry.madeAt : Number.NaN;
    if (entry && age >= 0 && age < calendarPolicy.shownFor) return entry;
    const other = readsInProgress.get(key);
    if (other) return other;
    const ownWork = work(key, make).finally(() => readsInProgress.delete(key));
    readsInProgress.set(key, ownWork);
    return ownWork;
  };
};
