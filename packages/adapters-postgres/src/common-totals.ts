import type { EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';

/** How old a total may be, by the clock of this process and by that of the service, in milliseconds. */
const oldest = 30_000;
/** Older ones are counted again beside the requests, before somebody has to wait for it. */
const ripe = 10_000;
const atMost = 1_000;

interface Known<Count> {
  readonly count: Count;
  /** For which instant it was counted. */
  readonly endsAfter: number;
  readonly counted: number;
}

/** Totals of filters that match so much that counting takes long. */
export interface CommonTotals<Filter extends EventFilter, Count> {
  /** Whether the filter was found to match very much, a short time ago. */
  knows(filter: Filter): boolean;
  /** Counts, unless that was done in the last 30 seconds; equal filters at one time are counted once. */
  of(filter: Filter): Promise<Count>;
}

export const commonTotals = <Filter extends EventFilter, Count>(
  count: (filter: Filter) => Promise<Count>,
  now: () => number = () => performance.now(),
): CommonTotals<Filter, Count> => {
  const known = new LRUCache<string, Known<Count>>({ max: atMost });
  const counting = new Map<string, Promise<Count>>();

  const countAgain = (key: string, filter: Filter): Promise<Count> => {
    const running = counting.get(key);
    if (running) return running;
    const started = now();
    const counted = count(filter)
      .then((count) => {
        known.set(key, { count, endsAfter: filter.endsAfter.getTime(), counted: started });
        return count;
      })
      .finally(() => counting.delete(key));
    counting.set(key, counted);
    return counted;
  };

  const ageOf = ({ endsAfter, counted }: Known<Count>, filter: EventFilter): number =>
    Math.max(now() - counted, Math.abs(filter.endsAfter.getTime() - endsAfter));

  return {
    knows: (filter) => known.has(keyOf(filter)),
    of: async (filter) => {
      const key = keyOf(filter);
      const found = known.get(key);
      const age = found ? ageOf(found, filter) : Number.POSITIVE_INFINITY;
      if (!found || age > oldest) return countAgain(key, filter);
      // Whoever is served meanwhile does not wait, so nobody hears of a failure: the next one tries again.
      if (age > ripe) countAgain(key, filter).catch(() => undefined);
      return found.count;
    },
  };
};

/** Lists without dates are asked for another instant each time. */
const keyOf = ({ dated, endsAfter, ...filter }: EventFilter): string =>
  JSON.stringify({ ...filter, ...(dated && { endsAfter }) });
