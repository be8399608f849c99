import type { EventFilter, EventId } from '@event-platform/domain';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import type { EventChanges, ReadPage } from '../changes/event-changes.ts';
import { parseSnapshot } from '../changes/snapshot.ts';
import { choosePlan } from '../planner/choose-plan.ts';
import {
  type ListPlan,
  type OrganizerPlan,
  type Plan,
  rowsNeeded,
  type SearchPlan,
} from '../planner/plan.ts';
import { type PlanLimits, planLimits } from '../planner/plan-limits.ts';
import type { AreaCounts, CountBasis, MatchCount, PlannerStatistics } from '../planner/planner-statistics.ts';
import { type Count, searchStatistics } from '../planner/search-statistics.ts';
import { learnedWeeks } from '../planner/weeks-ahead.ts';
import type { RunStatement } from './statement-registry.ts';

/** The rank of matches with all words in the title. */
export const bestRank = 2;

/** An event of a page, with its rank and, where places are wanted, its latitude and longitude. */
export type PageRow = readonly [id: EventId, rank: number, lat: number, lng: number];

/** A page as statements read it: the part that is the same for all callers. */
export interface DiscoveredPage extends ReadPage {
  readonly rows: readonly PageRow[];
  readonly total: number;
  /**
   * When the next listed event, or of a search the next match, ends: a page without dates may change then. In milliseconds since
   * 1970.
   */
  readonly validUntil: number;
}

/** Reads pages of lists and searches. @param withPlaces whether the rows have places */
export type DiscoverEvents = (query: DiscoveryQuery, withPlaces?: boolean) => Promise<DiscoveredPage>;

/** What tests set. */
export interface DiscoveryOptions {
  readonly limits?: PlanLimits;
  /** The time by this process, in milliseconds. */
  readonly now?: () => number;
  /** The time of day, for dates. */
  readonly clock?: () => Date;
  /** Told each plan before it runs. */
  readonly onPlan?: (plan: Plan) => void;
}

interface CountRow {
  readonly total: number;
  readonly snapshot: string;
  readonly next_end: Date | null;
}

interface PageResult extends CountRow {
  readonly page: readonly PageRow[] | null;
}

interface SearchResult extends PageResult {
  /** How many matches start at or after the filter's `recentSince`. */
  readonly recent: number;
}

/** What a plan came to: a page, or something to choose the next plan by. */
type Outcome = { readonly page: DiscoveredPage } | { readonly observation: PlannerStatistics };

/** @param changes those that this process has read */
export const discoverEvents = (
  run: RunStatement,
  changes: Pick<EventChanges, 'isCurrent' | 'lastRead'>,
  {
    limits = planLimits,
    now = () => performance.now(),
    clock = () => new Date(),
    onPlan = () => undefined,
  }: DiscoveryOptions = {},
): DiscoverEvents => {
  const count = async (filter: EventFilter): Promise<Count> =>
    toCount(await run<CountRow>(countQuery(filter), { kind: 'count-matches' }));
  const searches = searchStatistics(count, changes, now);

  /**
   * The page with the total of another statement. While that is exact, the page is as current as the total; otherwise the total
   * may be out of date before the page is.
   */
  const withTotal = (page: DiscoveredPage, { total, basis }: MatchCount): DiscoveredPage => {
    if (basis) return { ...page, ...basis, total };
    const refreshAt = searches.refreshAt(page.filter)?.getTime() ?? 0;
    // In time for this request at least.
    const until = Math.max(refreshAt, page.filter.endsAfter.getTime() + 1);
    return { ...page, total, validUntil: Math.min(page.validUntil, until) };
  };

  const search = async (
    query: DiscoveryQuery,
    plan: SearchPlan,
    matches: MatchCount | undefined,
    withPlaces: boolean,
  ): Promise<Outcome> => {
    const { filter } = query;
    const countedAt = now();
    const result = await run<SearchResult>(query, plan, { withPlaces });
    const page = toPage(query, result);
    if (plan.kind === 'search-all') return { page };
    if (plan.kind === 'search-capped') {
      if (result.total > plan.cap)
        return { observation: { matches: { total: result.total, isFresh: false, basis: null } } };
      if (result.total > limits.exactTotal) searches.keep(filter, toCount(result), countedAt);
      return { page };
    }
    const rowCount = Math.max(plan.rankedRows ?? 0, rowsNeeded(query));
    // Matches that began long ago come last in a list: they fill no page before the others are read.
    const matchCount = query.order === 'time' ? result.recent : result.total;
    const weeks = learnedWeeks(
      { at: filter.endsAfter, weeks: plan.weeks, matchCount },
      rowCount,
      limits.upcomingFactor,
    );
    if (matchCount < rowCount && !isFullOfBest(page, query))
      return { observation: { weeks: weeks ?? undefined } };
    if (weeks !== null && matchCount >= rowCount) searches.keepWeeks(filter, weeks);
    return { page: withTotal(page, matches ?? { total: matchCount, basis: null, isFresh: false }) };
  };

  const list = async (
    query: DiscoveryQuery,
    plan: ListPlan | OrganizerPlan,
    withPlaces: boolean,
  ): Promise<Outcome> => ({
    page: toPage(query, await run<PageResult>(query, plan, { withPlaces })),
  });

  return async (query, withPlaces = false) => {
    const { filter } = query;
    let statistics: PlannerStatistics = { ...(filter.text && searches.read(filter)), now: clock() };
    const execute = async (plan: Plan): Promise<Outcome> => {
      switch (plan.kind) {
        case 'count-matches':
          return { observation: { matches: await searches.count(filter) } };
        case 'count-area':
          return { observation: { area: await run<AreaCounts>(query, plan) } };
        case 'search-all':
        case 'search-capped':
        case 'search-upcoming':
          return search(query, plan, statistics.matches, withPlaces);
        default:
          return list(query, plan, withPlaces);
      }
    };
    for (;;) {
      const plan = choosePlan(query, statistics, limits);
      onPlan(plan);
      const outcome = await execute(plan);
      if ('page' in outcome) return outcome.page;
      // What this query has found holds for it, whatever other queries find meanwhile: each round knows more.
      statistics = { ...statistics, ...outcome.observation };
    }
  };
};

/** Whether the page holds nothing but rows of the best rank. Later matches cannot come before any of them. */
const isFullOfBest = ({ rows }: DiscoveredPage, { page }: DiscoveryQuery): boolean =>
  rows.length === page.limit && rows.at(-1)?.[1] === bestRank;

const toBasis = ({ snapshot, next_end: end }: CountRow): CountBasis => ({
  snapshot: parseSnapshot(snapshot),
  validUntil: end?.getTime() ?? Number.POSITIVE_INFINITY,
});

const toCount = (row: CountRow): Count => ({ ...toBasis(row), total: row.total });

const toPage = ({ filter }: DiscoveryQuery, result: PageResult): DiscoveredPage => ({
  ...toBasis(result),
  filter,
  rows: result.page ?? [],
  total: result.total,
});

const countQuery = (filter: EventFilter): DiscoveryQuery => ({
  filter,
  order: 'time',
  page: { page: 1, limit: 1 },
});
