/** Decides when the batches of a loader begin, so that requests which arrive meanwhile share the next statement. */
export interface BatchGate {
  /** Begins a batch at the end of this turn of the event loop, or once another has ended; DataLoader's `batchScheduleFn`. */
  readonly schedule: (begin: () => void) => void;
  /** Does the work of a batch that has begun. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** When a batch begins. */
export interface BatchGateLimits {
  /** Batches that run at once. */
  readonly maxConcurrent: number;
  /** A batch that has waited for so long begins, however many run; in milliseconds. */
  readonly maxWaitMs?: number;
}

export const batchGate = ({ maxConcurrent, maxWaitMs }: BatchGateLimits): BatchGate => {
  let runningCount = 0;
  const waiters = new Set<() => void>();
  const wait = (begin: () => void) => {
    const beginOnce = () => {
      if (waiters.delete(beginOnce)) begin();
    };
    waiters.add(beginOnce);
    if (maxWaitMs !== undefined) setTimeout(beginOnce, maxWaitMs).unref();
  };
  return {
    schedule: (begin) => {
      if (runningCount < maxConcurrent) setImmediate(begin);
      else wait(begin);
    },
    run: async (work) => {
      runningCount += 1;
      try {
        return await work();
      } finally {
        runningCount -= 1;
        for (const begin of waiters) setImmediate(begin);
      }
    },
  };
};
