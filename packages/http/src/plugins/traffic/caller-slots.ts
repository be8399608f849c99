/** Requests of one caller that may wait for a slot: half of all requests that a process serves by default. */
const maxWaiting = 512;
/** For how long, in milliseconds: the rest of the handler timeout is for the work. */
const maxWaitMs = 2_000;

/**
 * How long a slot rests at least while further requests of its caller wait and there are other callers, in milliseconds:
 * those are served then.
 */
const cooldownMs = 100;
/** For so long after its last request another caller is still there, in milliseconds. */
const activeWindowMs = 1_000;

/** Gives a slot back, `restMs` from now. */
export type Release = (restMs: number) => void;

interface Waiting {
  readonly begin: () => void;
}

interface Caller {
  taken: number;
  readonly waiting: Set<Waiting>;
}

/** The slots of all callers of a process; a caller who has none taken takes no memory. */
export interface CallerSlots {
  /**
   * Resolves in the order of arrival, once one of the caller's `slots` is free; with null when 512 of its requests wait,
   * or after two seconds.
   */
  take(key: string, slots: number): Promise<Release | null>;
  /** Whether one of the caller's `slots` is free. */
  isFree(key: string, slots: number): boolean;
  /** The callers with taken slots. */
  readonly size: number;
}

export const createCallerSlots = (): CallerSlots => {
  const callers = new Map<string, Caller>();
  /** Of the last request, and of the last one by another caller than that. */
  let [last, other] = [{ key: '', at: Number.NEGATIVE_INFINITY }, { at: Number.NEGATIVE_INFINITY }];

  const note = (key: string): void => {
    if (key !== last.key) other = last;
    last = { key, at: performance.now() };
  };
  const isAlone = (key: string): boolean =>
    performance.now() - (key === last.key ? other : last).at > activeWindowMs;

  const free = (key: string, caller: Caller): void => {
    const [next] = caller.waiting;
    if (next) next.begin();
    else {
      caller.taken -= 1;
      if (caller.taken === 0) callers.delete(key);
    }
  };

  const releaseOf = (key: string, caller: Caller): Release => {
    let isReleased = false;
    return (restMs) => {
      if (isReleased) return;
      isReleased = true;
      const rest = caller.waiting.size > 0 && !isAlone(key) ? Math.max(restMs, cooldownMs) : restMs;
      if (rest > 0) setTimeout(free, rest, key, caller).unref();
      else free(key, caller);
    };
  };

  const wait = (caller: Caller): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (hasSlot: boolean) => {
        clearTimeout(timer);
        caller.waiting.delete(mine);
        resolve(hasSlot);
      };
      const timer = setTimeout(settle, maxWaitMs, false);
      const mine: Waiting = { begin: () => settle(true) };
      caller.waiting.add(mine);
    });

  return {
    take: async (key, slots) => {
      note(key);
      const caller = callers.get(key) ?? { taken: 0, waiting: new Set<Waiting>() };
      callers.set(key, caller);
      if (caller.taken < slots) caller.taken += 1;
      else if (caller.waiting.size >= maxWaiting || !(await wait(caller))) return null;
      return releaseOf(key, caller);
    },
    isFree: (key, slots) => (callers.get(key)?.taken ?? 0) < slots,
    get size() {
      return callers.size;
    },
  };
};
