import type { AreaCounts, Known } from './known.ts';
import {
  type CountPlan,
  type DiscoveryQuery,
  type ListPlan,
  type Plan,
  type Ranking,
  rowsNeeded,
  type SearchPlan,
} from './plan.ts';
import { type PlanLimits, planLimits } from './plan-limits.ts';

/**
 * Chooses the statement that runs next for a query: the decision table of `docs/discovery.md`. A counting plan makes no
 * page; choose again with what it learned. Whatever is known, and however old it is, every plan gives the exact page.
 */
export const choosePlan = (query: DiscoveryQuery, known: Known, limits: PlanLimits = planLimits): Plan =>
  query.filter.text ? chooseSearch(query, known, limits) : chooseList(query, known, limits);

const chooseList = (query: DiscoveryQuery, known: Known, limits: PlanLimits): ListPlan | CountPlan => {
  const { area, endsAfter, startsBefore, dated } = query.filter;
  const inStartOrder: ListPlan = { kind: dated ? 'start-order' : 'live-start-order' };
  if (!startsBefore) {
    if (!area) return inStartOrder;
    if (!known.area) return { kind: 'count-area' };
    return isDense(known.area, rowsNeeded(query), limits) ? inStartOrder : { kind: 'cells' };
  }
  if (!area) return { kind: 'window' };
  if (startsBefore.getTime() - endsAfter.getTime() <= limits.dayCellsUpToMs) return { kind: 'day-cells' };
  return chooseLongWindow(known, limits);
};

/**
 * In start order the rows of a page are expected among `rows × world ÷ area` rows; by cells all rows of the area are
 * read.
 */
const isDense = ({ live, worldLive }: AreaCounts, rows: number, { denseArea }: PlanLimits): boolean =>
  live * live * denseArea > rows * worldLive;

const chooseLongWindow = ({ area, window }: Known, limits: PlanLimits): ListPlan | CountPlan => {
  if (!area) return { kind: 'count-area' };
  const limit = Math.floor(area.listed * limits.windowShare) + limits.windowRows;
  if (window && window.rows > limit) return { kind: 'cell-starts' };
  return window?.isComplete ? { kind: 'window-near' } : { kind: 'count-window', limit: limit + 1 };
};

const chooseSearch = (query: DiscoveryQuery, known: Known, limits: PlanLimits): SearchPlan | CountPlan => {
  const { matches, weeks } = known;
  const ranking = rankingOf(query, limits);
  const rows = Math.max(ranking.rankedRows, rowsNeeded(query));
  const total = matches?.total ?? 0;
  const isUpcoming = !query.filter.dated && total > limits.exactTotal && total > limits.upcomingFactor * rows;
  if (!matches?.isFresh) {
    if (isUpcoming && weeks !== undefined && weeks <= limits.maxWeeks)
      return { kind: 'search-upcoming-counted', weeks, ...ranking };
    if (total <= limits.searchCap) return { kind: 'search-capped', cap: limits.searchCap, ...ranking };
    return { kind: 'count-matches' };
  }
  const expected = weeks ?? Math.ceil((limits.upcomingWeeks * rows) / total);
  return isUpcoming && expected <= limits.maxWeeks
    ? { kind: 'search-upcoming', weeks: expected, ...ranking }
    : { kind: 'search-all', ...ranking };
};

const rankingOf = (query: DiscoveryQuery, { rankedRows }: PlanLimits): Ranking => {
  if (query.order === 'time') return { ranking: 'none', rankedRows: 0, isBeyondRanked: false };
  const isOneWord = query.filter.text?.length === 1;
  return {
    ranking: isOneWord ? 'one-word' : 'title',
    rankedRows,
    isBeyondRanked: rowsNeeded(query) > rankedRows,
  };
};
