import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import {
  type CountPlan,
  hasAttendance,
  type ListPlan,
  type Plan,
  type Ranking,
  rowsNeeded,
  type SearchPlan,
} from './plan.ts';
import { type PlanLimits, planLimits } from './plan-limits.ts';
import type { AreaCounts, PlannerStatistics } from './planner-statistics.ts';
import { guessedWeeks, wholeWeeks } from './weeks-ahead.ts';

const dayMs = 86_400_000;

/**
 * Chooses the statement that runs next for a query: the decision table of `docs/discovery.md`. A counting plan makes no
 * page; choose again with what it found. However old the statistics are, every plan gives the exact page.
 */
export const choosePlan = (
  query: DiscoveryQuery,
  statistics: PlannerStatistics,
  limits: PlanLimits = planLimits,
): Plan => {
  if (query.filter.series !== undefined) return { kind: 'series-events' };
  if (query.filter.organizer) return { kind: 'organizer', ...rankingOf(query, limits) };
  return (query.filter.text ? chooseSearch : chooseList)(query, statistics, limits);
};

const chooseList = (
  { filter, page }: DiscoveryQuery,
  statistics: PlannerStatistics,
  limits: PlanLimits,
): ListPlan | CountPlan => {
  const { area, endsAfter, startsBefore, isDated } = filter;
  const inStartOrder: ListPlan = { kind: isDated || startsBefore ? 'start-order' : 'live-start-order' };
  const outside = startsBefore ? shareOutside(endsAfter, startsBefore, statistics, limits) : 0;
  if (!area) return startsBefore && outside >= 0.5 ? { kind: 'window' } : inStartOrder;
  const days = startsBefore ? (startsBefore.getTime() - endsAfter.getTime()) / dayMs : null;
  if (days !== null && days <= limits.dayCellsDays) return { kind: 'day-cells' };
  // The counters know nothing of it.
  if (hasAttendance(filter)) return { kind: 'cells' };
  const counts = statistics.area;
  if (!counts) return { kind: 'count-area' };
  const isDenseArea = isDense(counts, rowsNeeded({ page }), limits);
  if (days !== null && isDenseArea && outside * counts.worldLive < counts.live) return inStartOrder;
  if (days !== null) return { kind: counts.listed > days * limits.dayCellsRows ? 'day-cells' : 'cells' };
  return isDenseArea ? inStartOrder : { kind: 'cells' };
};

/**
 * The part of upcoming events that a window leaves out, if they spread evenly over the weeks ahead: before it and after it. The
 * total in start order reads these of the whole world.
 */
const shareOutside = (
  from: Date,
  to: Date,
  { now = from }: PlannerStatistics,
  { upcomingWeeks }: PlanLimits,
): number => {
  const shareUntil = (at: Date) => Math.max(0, (at.getTime() - now.getTime()) / dayMs / (7 * upcomingWeeks));
  return shareUntil(from) + Math.max(0, 1 - shareUntil(to));
};

/**
 * In start order the rows of a page are expected among `rows × world ÷ area` rows; by cells all rows of the area are
 * read.
 */
const isDense = ({ live, worldLive }: AreaCounts, rows: number, { denseArea }: PlanLimits): boolean =>
  live * live * denseArea > rows * worldLive;

const chooseSearch = (
  query: DiscoveryQuery,
  { matches, ...statistics }: PlannerStatistics,
  limits: PlanLimits,
): SearchPlan | CountPlan => {
  const ranking = rankingOf(query, limits);
  const rows = Math.max(ranking.rankedRows ?? 0, rowsNeeded(query));
  const total = matches?.total ?? 0;
  const weeks = wholeWeeks(
    query.filter.endsAfter,
    statistics.weeks ?? guessedWeeks(rows, total, limits.upcomingWeeks),
  );
  const isUpcoming =
    !query.filter.isDated &&
    total > limits.exactTotal &&
    total > limits.upcomingFactor * rows &&
    weeks <= limits.maxWeeks;
  if (matches?.isFresh)
    return isUpcoming ? { kind: 'search-upcoming', weeks, ...ranking } : { kind: 'search-all', ...ranking };
  return isUpcoming || total > limits.searchCap
    ? { kind: 'count-matches' }
    : { kind: 'search-capped', cap: limits.searchCap, ...ranking };
};

const rankingOf = (query: DiscoveryQuery, { rankedRows }: PlanLimits): Ranking =>
  query.order === 'time' || !query.filter.text
    ? { rankedRows: null, isBeyondRanked: false }
    : { rankedRows, isBeyondRanked: rowsNeeded(query) > rankedRows };
