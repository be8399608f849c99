/** The constants that plans are chosen by; `docs/discovery/measurements.md` says how each was measured. */
export interface PlanLimits {
  /** An area is dense when reading in start order is expected to touch fewer than this share of the rows of its cells. */
  readonly denseArea: number;
  /** Windows of an area of up to so many days are always read day by day. */
  readonly dayCellsDays: number;
  /** Longer ones are when the area has more than this many listed events for each day. */
  readonly dayCellsRows: number;
  /** How many of a search's first matches are ranked. */
  readonly rankedRows: number;
  /** Up to so many matches a search always tells the exact total; that of more may be 30 seconds old. */
  readonly exactTotal: number;
  /** Up to so many matches are read whole before it is known how many there are. */
  readonly searchCap: number;
  /** Matches are read week by week when there are more than this many times the rows that a page needs. */
  readonly upcomingFactor: number;
  /** Within how many weeks nearly all upcoming events begin: the first guess for how much of them a page needs. */
  readonly upcomingWeeks: number;
  /** A page that needs more weeks is read from all matches. */
  readonly maxWeeks: number;
}

export const planLimits: PlanLimits = {
  denseArea: 1,
  dayCellsDays: 31,
  dayCellsRows: 400,
  rankedRows: 1_000,
  exactTotal: 10_000,
  searchCap: 100_000,
  upcomingFactor: 3,
  upcomingWeeks: 52,
  maxWeeks: 26,
};
