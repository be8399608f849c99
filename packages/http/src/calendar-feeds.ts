import { type Clock, calendarPolicy } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { etagOf } from './plugins/cached-response.ts';

/** A feed as it is sent. */
export interface Feed {
  readonly body: string;
  readonly etag: string;
}

/** Bytes of the feeds that a process keeps: more than a hundred of the largest. */
const maxSize = 64_000_000;

/**
 * Works a feed out at most once in ten seconds and for one request at a time, in each process; all other requests get
 * what was worked out. Who answers an event sees it in a feed that was just read at most ten seconds later.
 */
export const calendarFeeds = (clock: Clock) => {
  const kept = new LRUCache<string, Feed & { readonly madeAt: number }>({
    maxSize,
    sizeCalculation: ({ body }) => Buffer.byteLength(body) + 200,
  });
  const running = new Map<string, Promise<Feed>>();

  const work = async (key: string, make: () => Promise<string>): Promise<Feed> => {
    const madeAt = clock.now().getTime();
    const body = await make();
    const feed = { body, etag: etagOf(body), madeAt };
    kept.set(key, feed);
    return feed;
  };

  /** @param key names the feed; @param make works it out */
  return async (key: string, make: () => Promise<string>): Promise<Feed> => {
    const known = kept.get(key);
    const age = known ? clock.now().getTime() - known.madeAt : Number.NaN;
    if (known && age >= 0 && age < calendarPolicy.shownFor) return known;
    const other = running.get(key);
    if (other) return other;
    const own = work(key, make).finally(() => running.delete(key));
    running.set(key, own);
    return own;
  };
};
