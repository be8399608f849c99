import type { EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { CountBasis, MatchCount } from '../known.ts';
import type { EventChanges, LastRead, ReadPage } from '../pages/event-changes.ts';
import { formatSnapshot, isOlder, parseSnapshot } from '../pages/snapshot.ts';

/** How old a total may be, by the clock of this process and by that of the service, in milliseconds. */
const maxAgeMs = 30_000;
/** Older totals are counted again in the background, before a request has to wait for it. */
const refreshAgeMs = 22_000;
const maxTotals = 1_000;

/** What a statement counted. */
export interface Count extends CountBasis {
  readonly total: number;
}

/** Its filter has the instant that the events had to end after. */
interface Counted extends ReadPage {
  readonly count: Count;
  /** When counting began, in milliseconds by this process. */
  readonly countedAt: number;
}

/** Totals of searches with so many matches that counting them takes long. */
export interface MatchTotals {
  /** The last total counted, however old; one that is about to become too old is counted again in the background. */
  read(filter: EventFilter): MatchCount | undefined;
  /**
   * When the last total counted is to be counted again, if it changes; null when there is none. A page in memory that shows
   * a total that may have changed is read anew then.
   */
  refreshAt(filter: EventFilter): Date | null;
  /** Counts; equal filters are counted once at a time. @param clientKey of whose query needs it; absent in the background */
  count(filter: EventFilter, clientKey?: string): Promise<MatchCount>;
  /** Keeps a total that came with a page. @param countedAt when counting began, in milliseconds by this process */
  keep(filter: EventFilter, count: Count, countedAt: number): void;
}

/** @param changes those that this process has read: a total that none of them touched need not be counted again */
export const matchTotals = (
  countMatches: (filter: EventFilter, clientKey?: string) => Promise<Count>,
  changes: Pick<EventChanges, 'isCurrent' | 'lastRead'>,
  now: () => number,
): MatchTotals => {
  const totals = new LRUCache<string, Counted>({ max: maxTotals });
  const counting = new Map<string, Promise<MatchCount>>();

  const keep: MatchTotals['keep'] = (filter, count, countedAt) => {
    totals.set(filterKey(filter), { filter, snapshot: parseSnapshot(count.snapshot), count, countedAt });
  };

  const count: MatchTotals['count'] = (filter, clientKey) => {
    const key = filterKey(filter);
    const running = counting.get(key);
    if (running) return running;
    const countedAt = now();
    const total = countMatches(filter, clientKey)
      .then((counted) => {
        keep(filter, counted, countedAt);
        return { total: counted.total, isFresh: true, basis: counted };
      })
      .finally(() => counting.delete(key));
    counting.set(key, total);
    return total;
  };

  /** The last statement that tells that the total is exact; null when an event, or a match that ended, may have changed it. */
  const lastExact = (known: Counted, { endsAfter }: EventFilter): LastRead | null => {
    const { filter, snapshot, count, countedAt } = known;
    const isInTime = endsAfter >= filter.endsAfter && (count.next_end === null || endsAfter < count.next_end);
    if (!isInTime || !changes.isCurrent(known)) return null;
    const { lastRead } = changes;
    return lastRead && isOlder(snapshot, lastRead.snapshot) ? lastRead : { at: countedAt, snapshot };
  };

  return {
    keep,
    count,
    refreshAt: (filter) => {
      const known = totals.get(filterKey(filter));
      return known ? new Date(known.filter.endsAfter.getTime() + refreshAgeMs) : null;
    },
    read: (filter) => {
      const known = totals.get(filterKey(filter));
      if (!known) return undefined;
      const { total, next_end } = known.count;
      const exact = lastExact(known, filter);
      const age = exact
        ? now() - Math.max(exact.at, known.countedAt)
        : Math.max(
            now() - known.countedAt,
            Math.abs(filter.endsAfter.getTime() - known.filter.endsAfter.getTime()),
          );
      const isFresh = age <= maxAgeMs;
      // A background count that fails is tried again by the next request.
      if (isFresh && age > refreshAgeMs) count(filter).catch(() => undefined);
      return { total, isFresh, basis: exact && { snapshot: formatSnapshot(exact.snapshot), next_end } };
    },
  };
};

/** Equal for equal filters; the instant of lists without dates is now and does not count. */
export const filterKey = ({ dated, endsAfter, ...filter }: EventFilter): string =>
  JSON.stringify({ ...filter, ...(dated && { endsAfter }) });
