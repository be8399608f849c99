import { availableParallelism } from 'node:os';
import type { EventFilter } from '@event-platform/domain';
import { createBulkhead } from '../connection/bulkhead.ts';
import type { Database } from '../database.ts';
import { choosePlan } from './choose-plan.ts';
import type { AreaCounts, Known } from './known.ts';
import { learnedValues } from './learned-values.ts';
import { type DiscoveryQuery, type Plan, rowsNeeded, type SearchPlan } from './plan.ts';
import { type PlanLimits, planLimits } from './plan-limits.ts';
import { matchTotals } from './search/match-totals.ts';
import { weeksForRows } from './search/weeks-for-rows.ts';
import { shapeOf } from './shape.ts';
import { type PageRow, runStatement } from './statement-registry.ts';
import { valuesOf } from './statement-values.ts';

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

/**
 * Searches keep processors busy and nothing else. More of them at once than processors (those of this machine stand for the
 * database's) slow each other down and take the connections of cheaper requests.
 */
const maxConcurrentSearches = Math.max(2, availableParallelism());
const searchBulkhead = { inAll: maxConcurrentSearches, each: maxConcurrentSearches, waitMs: 2_500 };

export const discoverEvents = (
  db: Database,
  {
    limits = planLimits,
    now = () => performance.now(),
    clock = () => new Date(),
    onPlan = () => undefined,
  }: DiscoveryOptions = {},
): DiscoverEvents => {
  const bulkhead = createBulkhead(searchBulkhead);
  const run = <Row extends object>(query: DiscoveryQuery, plan: Plan): Promise<readonly Row[]> => {
    const statement = () => runStatement<Row>(db, shapeOf(query, plan), valuesOf(query, plan));
    return query.filter.text ? bulkhead('', statement) : statement();
  };
  const totals = matchTotals(async (filter) => {
    const [counted] = await run<{ total: number }>(countOf(filter), { kind: 'count-matches' });
    return counted?.total ?? 0;
  }, now);
  const learned = learnedValues(totals, now);

  /** The rows with the total of another statement, which may be out of date before the page is. */
  const withTotal = (filter: EventFilter, rows: readonly PageRow[], total: number): readonly PageRow[] => {
    const refreshAt = totals.refreshAt(filter)?.getTime() ?? 0;
    // In time for this request at least.
    const until = new Date(Math.max(refreshAt, filter.endsAfter.getTime() + 1));
    return rows.map((row) => ({ ...row, total, next_end: earlier(row.next_end, until) }));
  };

  const search = async (query: DiscoveryQuery, plan: SearchPlan, total: number): Promise<Outcome> => {
    const { filter } = query;
    const countedAt = now();
    const rows = await run<PageRow>(query, plan);
    const found = rows[0]?.total ?? 0;
    if (plan.kind === 'search-all') return { rows };
    if (plan.kind === 'search-capped') {
      if (found > plan.cap) return { learned: { matches: { total: found, isFresh: false } } };
      if (found > limits.exactTotal) totals.keep(filter, found, countedAt);
      return { rows };
    }
    const needed = Math.max(plan.rankedRows, rowsNeeded(query));
    const weeks = weeksForRows(plan.weeks, found, needed, limits.upcomingFactor);
    learned.keep(filter, { weeks });
    return found < needed ? { learned: { weeks } } : { rows: withTotal(filter, rows, total) };
  };

  const execute = async (query: DiscoveryQuery, plan: Plan, known: Known): Promise<Outcome> => {
    const { filter } = query;
    switch (plan.kind) {
      case 'count-matches':
        return { learned: { matches: { total: await totals.count(filter), isFresh: true } } };
      case 'count-area': {
        const [area] = await run<AreaCounts>(query, plan);
        learned.keep(filter, { area });
        return { learned: { area } };
      }
      case 'search-all':
      case 'search-capped':
      case 'search-upcoming':
        return search(query, plan, known.matches?.total ?? 0);
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

const earlier = (one: Date | null, other: Date): Date => (one && one < other ? one : other);

const countOf = (filter: EventFilter): DiscoveryQuery => ({
  filter,
  order: 'time',
  page: { page: 1, limit: 1 },
});
