/** How long calls wait before they fail as `unavailable`, in milliseconds. */
export interface Timeouts {
  /** For a connection: a new one, or until one of those in use is free. */
  readonly connectMs: number;
  /** For a row or a table that another transaction holds; 0 is as long as the statement. */
  readonly lockMs: number;
  /** For a statement, by the server's own clock; 0 is without end. */
  readonly statementMs: number;
}

/** For calls of a waiting user: a connection and a statement together stay below five seconds, grace included. */
export const interactiveTimeouts: Timeouts = { connectMs: 1_500, lockMs: 1_500, statementMs: 3_000 };

/** For work that may take long: bulk invitations, imports, sweeping. */
export const bulkTimeouts: Timeouts = { connectMs: 10_000, lockMs: 0, statementMs: 60_000 };

/** For migrations, which may take any time. */
export const noTimeouts: Timeouts = { connectMs: 10_000, lockMs: 0, statementMs: 0 };
