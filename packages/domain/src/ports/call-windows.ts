/**
 * The result of one call: allowed, or refused until `retryAt`. `remaining` is the number of further calls
 * allowed.
 */
export interface CallVerdict {
  readonly allowed: boolean;
  /** The window that decides: the refusing one that opens last, or the one with the fewest calls left. */
  readonly key: string;
  readonly remaining: number;
  /** When the oldest counted call leaves that window. */
  readonly retryAt: Date;
}

/** A window over the calls of `key`, which allows `limit` calls. */
export interface CallWindow {
  readonly key: string;
  readonly limit: number;
}

/** Exact sliding windows over calls, shared by all replicas, that survive restarts. */
export interface CallWindows {
  /**
   * Counts a call at `at` in every window, or in none if one of them already holds its limit of calls in the
   * `windowMs` before it. Parallel calls are counted one after the other. The keys differ; there is at least one.
   */
  record(windows: readonly CallWindow[], at: Date, windowMs: number): Promise<CallVerdict>;
}
