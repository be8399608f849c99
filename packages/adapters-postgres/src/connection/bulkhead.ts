import { DomainError } from '@event-platform/domain';

/** How many calls run concurrently, and for how long the others wait. */
export interface BulkheadLimits {
  readonly inAll: number;
  /** Concurrent calls of one key, such as an event. */
  readonly each: number;
  /** In milliseconds; then the call fails as `unavailable`. */
  readonly waitMs: number;
}

/**
 * Runs the work as soon as the limits allow. Next comes a call of the key with the fewest calls running, the earliest of
 * these, so that one key with many calls does not keep others waiting.
 */
export type Bulkhead = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Inside a transaction the bulkhead is already held. */
export const noBulkhead: Bulkhead = (_key, work) => work();

interface Waiter {
  readonly key: string;
  readonly begin: () => void;
}

/**
 * A bulkhead: statements that wait for a locked row cannot take all connections from those that do not. Statements on
 * one key queue up in the server anyway; here they wait without a connection.
 */
export const createBulkhead = ({ inAll, each, waitMs }: BulkheadLimits): Bulkhead => {
  const countsInFlight = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let total = 0;

  const isFree = (key: string) => total < inAll && (countsInFlight.get(key) ?? 0) < each;
  const enter = (key: string) => {
    total += 1;
    countsInFlight.set(key, (countsInFlight.get(key) ?? 0) + 1);
  };
  const firstOfLeastBusy = (): Waiter | undefined => {
    let next: Waiter | undefined;
    let fewest = each;
    for (const candidate of waiters) {
      const busy = countsInFlight.get(candidate.key) ?? 0;
      if (busy >= fewest) continue;
      next = candidate;
      fewest = busy;
      if (busy === 0) break;
    }
    return next;
  };
  const leave = (key: string) => {
    total -= 1;
    const others = (countsInFlight.get(key) ?? 1) - 1;
    if (others === 0) countsInFlight.delete(key);
    else countsInFlight.set(key, others);
    while (total < inAll) {
      const next = firstOfLeastBusy();
      if (!next) return;
      next.begin();
    }
  };
  const waitForSlot = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(mine);
        const cause = 'the write waited too long for others before it';
        reject(new DomainError({ code: 'unavailable', retryAfterSeconds: 5 }, { cause }));
      }, waitMs);
      const mine: Waiter = {
        key,
        begin: () => {
          clearTimeout(timer);
          waiters.delete(mine);
          enter(key);
          resolve();
        },
      };
      waiters.add(mine);
    });

  return async (key, work) => {
    if (isFree(key)) enter(key);
    else await waitForSlot(key);
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
};
