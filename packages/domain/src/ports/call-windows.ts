/**
 * The result of one call: allowed, or refused until `retryAt`. `remaining` is the number of further calls
 * allowed.
 */
export interface CallVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** When the oldest counted call leaves the window. */
  readonly retryAt: Date;
}

/** Exact sliding windows over calls, shared by all replicas, that survive restarts. */
export interface CallWindows {
  /**
   * Counts a call of `key` at `at` if fewer than `limit` counted calls lie in the `windowMs` before it.
   * Parallel calls are counted one after the other. Refused calls are not counted.
   */
  record(key: string, at: Date, windowMs: number, limit: number): Promise<CallVerdict>;
}
