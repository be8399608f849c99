import { type Attendance, type EventFilter, offsetOf } from '@event-platform/domain';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';

/** How many rows of the sorted matches a page needs: those before it and its own. */
export const rowsNeeded = ({ page }: Pick<DiscoveryQuery, 'page'>): number => offsetOf(page) + page.limit;

/** Whether events are listed by how they are attended. */
export const hasAttendance = <Filter extends Pick<EventFilter, 'attendance'>>(
  filter: Filter,
): filter is Filter & { readonly attendance: readonly Attendance[] } => (filter.attendance ?? null) !== null;

/** Reads a page of a list, sorted by start. */
export interface ListPlan {
  readonly kind: /** Reads live events in start order; the total comes from the counters. */
    | 'live-start-order'
    /** Reads listed events in start order from an instant on; the total comes from the counters. */
    | 'start-order'
    /** Reads a window of dates in start order and counts it. */
    | 'window'
    /** Reads all events of the cells of an area. */
    | 'cells'
    /** Reads all events of a series; also for searches. */
    | 'series-events'
    /** Skip scan of (day, cell): each cell range of an area on each day of a window. */
    | 'day-cells';
}

/** How a search sorts its matches. */
export interface Ranking {
  /** How many of the first matches are ranked by their titles, the others follow by start; null sorts all by start. */
  readonly rankedRows: number | null;
  /** Whether the page reaches beyond the ranked matches. */
  readonly isBeyondRanked: boolean;
}

/** Reads a page of a search. */
export type SearchPlan = Ranking &
  (
    | {
        /** Reads all matches, at most `cap`. More than that make no page: only that there are more is learned. */
        readonly kind: 'search-capped';
        readonly cap: number;
      }
    | {
        /** Reads all matches. */
        readonly kind: 'search-all';
      }
    | {
        /**
         * Reads the matches that start in the next weeks, enough for the page. Fewer than the page needs make no page: how
         * much time it takes is learned.
         */
        readonly kind: 'search-upcoming';
        readonly weeks: number;
      }
  );

/** Reads all events, or matches, of one organizer: a list or a search. */
export type OrganizerPlan = Ranking & { readonly kind: 'organizer' };

/** Reads no page: finds out what the choice of a plan needs to know. */
export type CountPlan =
  /** Counts the matches of a search. */
  | { readonly kind: 'count-matches' }
  /** Sums the counters of an area's cells. */
  | { readonly kind: 'count-area' };

/** Names the statement that runs next for a query. */
export type Plan = ListPlan | OrganizerPlan | SearchPlan | CountPlan;

export type PlanKind = Plan['kind'];

/** Every plan there is. */
export const planKinds = [
  'live-start-order',
  'start-order',
  'window',
  'series-events',
  'cells',
  'day-cells',
  'organizer',
  'search-capped',
  'search-all',
  'search-upcoming',
  'count-matches',
  'count-area',
] as const satisfies readonly PlanKind[];
