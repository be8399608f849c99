/** Events in the cells of an area, by the counters: a little more than lie in the area itself. */
export interface AreaCounts {
  /** Listed events, ended ones included. */
  readonly listed: number;
  /** Those flagged as live. */
  readonly live: number;
  /** Events flagged as live in the world. */
  readonly worldLive: number;
}

/** The matches of a search. */
export interface MatchCount {
  readonly total: number;
  /** Whether the total is at most 30 seconds old, so that a page may show it. */
  readonly isFresh: boolean;
}

/**
 * What has been learned about a query, all of it optional and possibly out of date: plans differ in speed only, each
 * gives the exact page.
 */
export interface Known {
  /** The time by this process. */
  readonly now?: Date | undefined;
  /** In the query's category, if it has one. */
  readonly area?: AreaCounts | undefined;
  readonly matches?: MatchCount | undefined;
  /** Within how many weeks there are enough matches for a page. */
  readonly weeks?: number | undefined;
}
