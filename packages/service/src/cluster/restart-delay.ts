/** A worker that ran this long started successfully. */
export const settledMs = 10_000;

const firstMs = 500;
const longestMs = 30_000;

/** Milliseconds before a worker is replaced, after that many in a row that ended before `settledMs`. */
export const restartDelay = (quickEnds: number): number =>
  quickEnds === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (quickEnds - 1));
