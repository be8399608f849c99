import type { EventFilter } from '@event-platform/domain';
import { choosePlan } from './choose-plan.ts';
import type { AreaCounts, Known, MatchCount } from './known.ts';
import { learnedValues } from './learned-values.ts';
import type { EventChanges } from './pages/event-changes.ts';
import { type DiscoveryQuery, type Plan, rowsNeeded, type SearchPlan } from './plan.ts';
import { type PlanLimits, planLimits } from './plan-limits.ts';
import type { RunReading } from './run-reading.ts';
import { type Count, matchTotals } from './search/match-totals.ts';
import { bestRank } from './search/rank-matches.ts';
import { learnedWeeks } from './search/weeks-ahead.ts';
import type { PageRow } from './statement-registry.ts';

/** Reads pages of lists and searches; learns from each what helps to choose the next plan. */
export type DiscoverEvents = (query: DiscoveryQuery) => Promise<readonly PageRow[]>;

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

/** What a plan came to: a page, or something to choose the next plan by. */
type Outcome = { readonly rows: readonly PageRow[] } | { readonly learned: Known };

/** @param changes those that this process has read */
export const discoverEvents = (
  run: RunReading,
  changes: Pick<EventChanges, 'isCurrent' | 'lastRead'>,
  {
    limits = planLimits,
    now = () => performance.now(),
    clock = () => new Date(),
    onPlan = () => undefined,
  }: DiscoveryOptions = {},
): DiscoverEvents => {
  const countMatches = async (filter: EventFilter, clientKey?: string): Promise<Count> => {
    const [count] = await run<Count>(countOf(filter, clientKey), { kind: 'count-matches' });
    if (!count) throw new Error('count-matches returned no row');
    return count;
  };
  const totals = matchTotals(countMatches, changes, now);
  const learned = learnedValues(totals, now);

  /**
   * The rows with the total of another statement. While that is exact, they are a page as current as the total; otherwise
   * the total may be out of date before the page is.
   */
  const withTotal = (
    filter: EventFilter,
    rows: readonly PageRow[],
    { total, basis }: Pick<MatchCount, 'total' | 'basis'>,
  ): readonly PageRow[] => {
    if (basis) return rows.map((row) => ({ ...row, ...basis, total }));
    const refreshAt = totals.refreshAt(filter)?.getTime() ?? 0;
    // In time for this request at least.
    const until = new Date(Math.max(refreshAt, filter.endsAfter.getTime() + 1));
    return rows.map((row) => ({ ...row, total, next_end: earlier(row.next_end, until) }));
  };

  const search = async (
    query: DiscoveryQuery,
    plan: SearchPlan,
    matches: MatchCount | undefined,
  ): Promise<Outcome> => {
    const { filter } = query;
    const countedAt = now();
    const rows = await run<PageRow>(query, plan);
    const [first] = rows;
    const found = first?.total ?? 0;
    if (plan.kind === 'search-all') return { rows };
    if (plan.kind === 'search-capped') {
      if (found > plan.cap) return { learned: { matches: { total: found, isFresh: false, basis: null } } };
      if (first && found > limits.exactTotal) {
        const { snapshot, next_end } = first;
        totals.keep(filter, { total: found, snapshot, next_end }, countedAt);
      }
      return { rows };
    }
    const needed = Math.max(plan.rankedRows, rowsNeeded(query));
    const read = { at: filter.endsAfter, weeks: plan.weeks, found };
    const weeks = learnedWeeks(read, needed, limits.upcomingFactor);
    if (found < needed && !isFullOfBest(rows, query)) return { learned: { weeks: weeks ?? undefined } };
    if (weeks !== null && found >= needed) learned.keep(filter, { weeks });
    return { rows: withTotal(filter, rows, matches ?? { total: found, basis: null }) };
  };

  const execute = async (query: DiscoveryQuery, plan: Plan, known: Known): Promise<Outcome> => {
    const { filter } = query;
    switch (plan.kind) {
      case 'count-matches':
        return { learned: { matches: await totals.count(filter, query.clientKey) } };
      case 'count-area': {
        const [area] = await run<AreaCounts>(query, plan);
        learned.keep(filter, { area });
        return { learned: { area } };
      }
      case 'search-all':
      case 'search-capped':
      case 'search-upcoming':
        return search(query, plan, known.matches);
      default:
        return { rows: await run<PageRow>(query, plan) };
    }
  };

  return async (query) => {
    let known: Known = { ...learned.of(query.filter), now: clock() };
    for (;;) {
      const plan = choosePlan(query, known, limits);
      onPlan(plan);
      const outcome = await execute(query, plan, known);
      if ('rows' in outcome) return outcome.rows;
      // What this query has learned holds for it, whatever other queries learn meanwhile: each round knows more.
      known = { ...known, ...outcome.learned };
    }
  };
};

/** Whether the page holds nothing but rows of the best rank. Later matches cannot come before any of them. */
const isFullOfBest = (rows: readonly PageRow[], { page }: DiscoveryQuery): boolean =>
  rows.length === page.limit && rows.at(-1)?.rank === bestRank;

const earlier = (one: Date | null, other: Date): Date => (one && one < other ? one : other);

const countOf = (filter: EventFilter, clientKey: string | undefined): DiscoveryQuery => ({
  filter,
  order: 'time',
  page: { page: 1, limit: 1 },
  ...(clientKey !== undefined && { clientKey }),
});
