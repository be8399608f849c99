/** A worker that lived this long was well. */
export const settledMs = 10_000;

const firstMs = 500;
const longestMs = 30_000;

/** How long to wait before a worker is replaced, after that many in a row that ended soon after they began. */
export const restartDelay = (quickEnds: number): number =>
  quickEnds === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (quickEnds - 1));
