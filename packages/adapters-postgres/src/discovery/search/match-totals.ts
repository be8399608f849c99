import type { EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { MatchCount } from '../known.ts';

/** How old a total may be, by the clock of this process and by that of the service, in milliseconds. */
const maxAgeMs = 30_000;
/** Older totals are counted again in the background, before a request has to wait for it. */
const refreshAgeMs = 22_000;
const maxTotals = 1_000;

interface Counted {
  readonly total: number;
  /** The instant that the events had to end after. */
  readonly endsAfter: number;
  /** When counting began, in milliseconds by this process. */
  readonly countedAt: number;
}

/** Totals of searches with so many matches that counting them takes long. */
export interface MatchTotals {
  /** The last total counted, however old; one that is about to become too old is counted again in the background. */
  read(filter: EventFilter): MatchCount | undefined;
  /**
   * When the last total counted is to be counted again; null when there is none. A page in memory that shows this total
   * is read anew then.
   */
  refreshAt(filter: EventFilter): Date | null;
  /** Counts; equal filters are counted once at a time. */
  count(filter: EventFilter): Promise<number>;
  /** Keeps a total that came with a page. @param countedAt when counting began, in milliseconds by this process */
  keep(filter: EventFilter, total: number, countedAt: number): void;
}

export const matchTotals = (
  countMatches: (filter: EventFilter) => Promise<number>,
  now: () => number,
): MatchTotals => {
  const totals = new LRUCache<string, Counted>({ max: maxTotals });
  const counting = new Map<string, Promise<number>>();

  const keep: MatchTotals['keep'] = (filter, total, countedAt) => {
    totals.set(filterKey(filter), { total, endsAfter: filter.endsAfter.getTime(), countedAt });
  };

  const count = (filter: EventFilter): Promise<number> => {
    const key = filterKey(filter);
    const running = counting.get(key);
    if (running) return running;
    const countedAt = now();
    const total = countMatches(filter)
      .then((total) => {
        keep(filter, total, countedAt);
        return total;
      })
      .finally(() => counting.delete(key));
    counting.set(key, total);
    return total;
  };

  return {
    keep,
    count,
    refreshAt: (filter) => {
      const known = totals.get(filterKey(filter));
      return known ? new Date(known.endsAfter + refreshAgeMs) : null;
    },
    read: (filter) => {
      const known = totals.get(filterKey(filter));
      if (!known) return undefined;
      const age = Math.max(now() - known.countedAt, Math.abs(filter.endsAfter.getTime() - known.endsAfter));
      const isFresh = age <= maxAgeMs;
      // A background count that fails is tried again by the next request.
      if (isFresh && age > refreshAgeMs) count(filter).catch(() => undefined);
      return { total: known.total, isFresh };
    },
  };
};

/** Equal for equal filters; the instant of lists without dates is now and does not count. */
export const filterKey = ({ dated, endsAfter, ...filter }: EventFilter): string =>
  JSON.stringify({ ...filter, ...(dated && { endsAfter }) });
