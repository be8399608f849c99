/** Remembers whether the server answers, so that nobody waits for one that is known not to. */
export interface Circuit {
  /** Whether calls are to be turned away at once. */
  readonly isOpen: boolean;
  /** How often the server answered so far. */
  readonly answers: number;
  /** The server answered, be it with a refusal. */
  answered(): void;
  /** The server could not be reached, or did not answer in time. */
  missed(): void;
  /** Probes no more. */
  stop(): void;
}

/** So many misses in a row, with no answer in between, are no accident. */
const enoughMisses = 5;
/** The pause between two probes: one connection now and then, and not one a request. */
const probeEveryMs = 250;

/**
 * A circuit breaker that finds out by itself, and not at a caller's expense, when the server is back: while it is
 * open, `probe` is tried again and again, one at a time.
 */
export const openCircuit = (probe: () => Promise<unknown>): Circuit => {
  let misses = 0;
  let answers = 0;
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
    get answers() {
      return answers;
    },
    answered: () => {
      answers += 1;
      // A late answer from before says nothing about now.
      if (!isOpen) misses = 0;
    },
    missed: () => {
      misses += 1;
      if (isOpen || misses < enoughMisses) return;
      isOpen = true;
      probeLater();
    },
    stop: () => {
      clearTimeout(timer);
      close();
    },
  };
};
