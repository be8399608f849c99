/** How much is measured. */
export interface Scale {
  /** Number of runs of each load in a comparison. */
  readonly rounds: number;
  /** Duration of a load without a fixed number of requests. */
  readonly seconds: number;
  readonly events: number;
  /** Number of sign-ins in one run. */
  readonly signIns: number;
  /** Number of sessions that are refreshed in rotation, and of all refreshes in one run. */
  readonly sessions: number;
  readonly refreshes: number;
  /** The datasets, the smallest first: what is measured is the last, what it is compared with the first. */
  readonly datasets: readonly string[];
  /** `rounds` and `seconds` for loads on datasets. */
  readonly datasetRounds: number;
  readonly datasetSeconds: number;
  /** Number of requests for each page of an organizer. */
  readonly pageReads: number;
  /** Number of RSVPs to the hot event in one run. */
  readonly hotRsvps: number;
  /** Of the import beside lists. */
  readonly importedEvents: number;
  /** The folder of another commit that is served beside this one, and its name; null without. */
  readonly against: { readonly folder: string; readonly commit: string } | null;
  /** Duration of the mixed load of the memory scenario. */
  readonly minutes: number;
}
