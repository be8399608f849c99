/** Whether the server responds, so that calls need not wait for one that is known not to. */
export interface Circuit {
  /** Whether calls fail immediately. */
  readonly isOpen: boolean;
  /** How often the server recordSuccess so far. */
  readonly successes: number;
  /** The server recordSuccess, be it with an error. */
  recordSuccess(): void;
  /** The server could not be reached, or did not respond in time. */
  recordFailure(): void;
  /** Stops probing. */
  stop(): void;
}

/** Failures in a row, with no success in between, before the circuit opens. */
const failuresToOpen = 5;
/** The pause between two probes. */
const probeEveryMs = 250;

/**
 * A circuit breaker that closes by itself, at no caller's expense: while it is open, it calls `probe` repeatedly, one
 * at a time, until one succeeds.
 */
export const openCircuit = (probe: () => Promise<unknown>): Circuit => {
  let misses = 0;
  let successes = 0;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    misses = 0;
    isOpen = false;
  };
  const probeLater = () => {
    timer = setTimeout(() => {
      timer = undefined;
      probe().then(close, probeLater);
    }, probeEveryMs).unref();
  };
  return {
    get isOpen() {
      return isOpen;
    },
    get successes() {
      return successes;
    },
    recordSuccess: () => {
      successes += 1;
      // A late response to an earlier call tells nothing about the current state.
      if (!isOpen) misses = 0;
    },
    recordFailure: () => {
      misses += 1;
      if (isOpen || misses < failuresToOpen) return;
      isOpen = true;
      probeLater();
    },
    stop: () => {
      clearTimeout(timer);
      close();
    },
  };
};
