import type { EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';

/** How old a total may be, by the clock of this process and by that of the service, in milliseconds. */
const oldest = 30_000;
/** Older ones are counted again beside the requests, before somebody has to wait for it. */
const ripe = 22_000;
const atMost = 1_000;

interface Known {
  readonly total: number;
  /** For which instant it was counted. */
  readonly endsAfter: number;
  readonly counted: number;
}

/** Totals of filters that match so much that counting takes long. */
export interface CommonTotals<Filter extends EventFilter> {
  /** The last one known, however old. */
  last(filter: Filter): number | undefined;
  /** Whether one of the last 30 seconds is known. */
  hasFresh(filter: Filter): boolean;
  /** Counts, unless that was done in the last 30 seconds; equal filters at one time are counted once. */
  of(filter: Filter): Promise<number>;
  /** Remembers a total that came with something else. */
  note(filter: Filter, total: number, counted: number): void;
  /** The time by this process, in milliseconds: when counting began. */
  now(): number;
}

export const commonTotals = <Filter extends EventFilter>(
  count: (filter: Filter) => Promise<number>,
  now: () => number = () => performance.now(),
): CommonTotals<Filter> => {
  const known = new LRUCache<string, Known>({ max: atMost });
  const counting = new Map<string, Promise<number>>();

  const note = (filter: Filter, total: number, counted: number): void => {
    known.set(keyOf(filter), { total, endsAfter: filter.endsAfter.getTime(), counted });
  };

  const countAgain = (key: string, filter: Filter): Promise<number> => {
    const running = counting.get(key);
    if (running) return running;
    const started = now();
    const total = count(filter)
      .then((total) => {
        note(filter, total, started);
        return total;
      })
      .finally(() => counting.delete(key));
    counting.set(key, total);
    return total;
  };

  const ageOf = (found: Known | undefined, { endsAfter }: EventFilter): number =>
    found
      ? Math.max(now() - found.counted, Math.abs(endsAfter.getTime() - found.endsAfter))
      : Number.POSITIVE_INFINITY;

  return {
    note,
    now,
    last: (filter) => known.get(keyOf(filter))?.total,
    hasFresh: (filter) => ageOf(known.get(keyOf(filter)), filter) <= oldest,
    of: async (filter) => {
      const key = keyOf(filter);
      const found = known.get(key);
      const age = ageOf(found, filter);
      if (!found || age > oldest) return countAgain(key, filter);
      // Whoever is served meanwhile does not wait, so nobody hears of a failure: the next one tries again.
      if (age > ripe) countAgain(key, filter).catch(() => undefined);
      return found.total;
    },
  };
};

/** Lists without dates are asked for another instant each time. */
export const keyOf = ({ dated, endsAfter, ...filter }: EventFilter): string =>
  JSON.stringify({ ...filter, ...(dated && { endsAfter }) });
