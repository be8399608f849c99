import type { EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { EventChanges, LastRead, ReadPage } from '../changes/event-changes.ts';
import { isOlder } from '../changes/snapshot.ts';
import type { CountBasis, MatchCount, PlannerStatistics } from './planner-statistics.ts';

/** How old a total may be, by the clock of this process and by that of the service, in milliseconds. */
const maxAgeMs = 30_000;
/** Older totals are counted again in the background, before a request has to wait for it. */
const refreshAgeMs = 22_000;
const maxSearches = 1_000;

/** What a statement counted. */
export interface Count extends CountBasis {
  readonly total: number;
}

/** Its filter has the instant that the events had to end after. */
interface CountedSearch extends ReadPage {
  readonly count: Count;
  /** When counting began, in milliseconds by this process. */
  readonly countedAt: number;
  readonly weeks: number | undefined;
}

/** What is known of searches with so many matches that counting them takes long. */
export interface SearchStatistics {
  /** The last total counted, however old; one that is about to become too old is counted again in the background. */
  read(filter: EventFilter): PlannerStatistics;
  /**
   * When the last total counted is to be counted again, if it changes; null when there is none. A page in memory that shows
   * a total that may have changed is read anew then.
   */
  refreshAt(filter: EventFilter): Date | null;
  /** Counts; equal filters are counted once at a time. */
  count(filter: EventFilter): Promise<MatchCount>;
  /** Keeps a total that came with a page. @param countedAt when counting began, in milliseconds by this process */
  keep(filter: EventFilter, count: Count, countedAt: number): void;
  /** Keeps in how much time from now on there are enough matches for a page, for a search whose total is known. */
  keepWeeks(filter: EventFilter, weeks: number): void;
}

/** @param changes those that this process has read: a total that none of them touched need not be counted again */
export const searchStatistics = (
  countMatches: (filter: EventFilter) => Promise<Count>,
  changes: Pick<EventChanges, 'isCurrent' | 'lastRead'>,
  now: () => number,
): SearchStatistics => {
  const searches = new LRUCache<string, CountedSearch>({ max: maxSearches });
  const countsInProgress = new Map<string, Promise<MatchCount>>();

  const keep: SearchStatistics['keep'] = (filter, count, countedAt) => {
    const key = filterKey(filter);
    const weeks = searches.peek(key)?.weeks;
    searches.set(key, { filter, snapshot: count.snapshot, count, countedAt, weeks });
  };

  const count: SearchStatistics['count'] = (filter) => {
    const key = filterKey(filter);
    const inProgress = countsInProgress.get(key);
    if (inProgress) return inProgress;
    const countedAt = now();
    const total = countMatches(filter)
      .then((result) => {
        keep(filter, result, countedAt);
        return { total: result.total, isFresh: true, basis: result };
      })
      .finally(() => countsInProgress.delete(key));
    countsInProgress.set(key, total);
    return total;
  };

  /** The last statement that tells that the total is exact; null when an event, or a match that ended, may have changed it. */
  const lastExact = (search: CountedSearch, { endsAfter }: EventFilter): LastRead | null => {
    const { filter, snapshot, count, countedAt } = search;
    const isInTime = endsAfter >= filter.endsAfter && endsAfter.getTime() < count.validUntil;
    if (!isInTime || !changes.isCurrent(search)) return null;
    const { lastRead } = changes;
    return lastRead && isOlder(snapshot, lastRead.snapshot) ? lastRead : { at: countedAt, snapshot };
  };

  return {
    keep,
    count,
    refreshAt: (filter) => {
      const search = searches.get(filterKey(filter));
      return search ? new Date(search.filter.endsAfter.getTime() + refreshAgeMs) : null;
    },
    read: (filter) => {
      const search = searches.get(filterKey(filter));
      if (!search) return {};
      const { count: lastCount, countedAt, weeks } = search;
      const { total, validUntil } = lastCount;
      const exact = lastExact(search, filter);
      const age = exact
        ? now() - Math.max(exact.at, countedAt)
        : Math.max(
            now() - countedAt,
            Math.abs(filter.endsAfter.getTime() - search.filter.endsAfter.getTime()),
          );
      const isFresh = age <= maxAgeMs;
      // A background count that fails is tried again by the next request.
      if (isFresh && age > refreshAgeMs) count(filter).catch(() => undefined);
      const basis = exact && { snapshot: exact.snapshot, validUntil };
      return { matches: { total, isFresh, basis }, weeks };
    },
    keepWeeks: (filter, weeks) => {
      const key = filterKey(filter);
      const search = searches.peek(key);
      if (search) searches.set(key, { ...search, weeks });
    },
  };
};

/** Equal for equal filters; the instant of lists without dates is now and does not count. */
const filterKey = ({ isDated, endsAfter, recentSince: _, ...filter }: EventFilter): string =>
  JSON.stringify({ ...filter, ...(isDated && { endsAfter }) });
