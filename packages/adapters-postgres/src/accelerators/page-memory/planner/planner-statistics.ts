import type { Snapshot } from '../changes/snapshot.ts';

/** Events in the cells of an area, by the counters: a little more than lie in the area itself. */
export interface AreaCounts {
  /** Listed events, ended ones included. */
  readonly listed: number;
  /** Those flagged as live. */
  readonly live: number;
  /** Events flagged as live in the world. */
  readonly worldLive: number;
}

/** A page that shows a total is out of date with what its statement saw, and when the first match ends. */
export interface CountBasis {
  readonly snapshot: Snapshot;
  /** When the first match ends, in milliseconds since 1970; infinite when none does by time alone. */
  readonly validUntil: number;
}

/** The matches of a search. */
export interface MatchCount {
  readonly total: number;
  /** Whether the total is at most 30 seconds old, so that a page may show it. */
  readonly isFresh: boolean;
  /** What the statement that counted saw; null when the total may have changed since. */
  readonly basis: CountBasis | null;
}

/**
 * What the planner knows of a query, all of it optional and possibly out of date: plans differ in speed only, each gives the
 * exact page.
 */
export interface PlannerStatistics {
  /** The time by this process. */
  readonly now?: Date | undefined;
  /** In the query's category, if it has one. */
  readonly area?: AreaCounts | undefined;
  readonly matches?: MatchCount | undefined;
  /** In how much time from now on there are enough matches for a page, in weeks. */
  readonly weeks?: number | undefined;
}
