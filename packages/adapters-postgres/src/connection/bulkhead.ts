import { DomainError } from '@event-platform/domain';

/** How many may be at it together, and for how long the others wait. */
export interface BulkheadLimits {
  readonly inAll: number;
  /** On one key, such as an event. */
  readonly each: number;
  /** In milliseconds; then the caller is told `unavailable`. */
  readonly waitMs: number;
}

/** Does the work when it is its turn: first come, first served, past those whose key is busy. */
export type Bulkhead = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/**
 * A bulkhead: statements that wait for a row which somebody holds cannot take every connection from those that do
 * not. Statements on one key queue up in the server anyway; here they wait without a connection.
 */
export const createBulkhead = ({ inAll, each, waitMs }: BulkheadLimits): Bulkhead => {
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const isFree = (key: string) => total < inAll && (underWay.get(key) ?? 0) < each;
  const enter = (key: string) => {
    total += 1;
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
  };
  const leave = (key: string) => {
    total -= 1;
    const left = (underWay.get(key) ?? 1) - 1;
    if (left === 0) underWay.delete(key);
    else underWay.set(key, left);
    for (const next of waiting) {
      if (total >= inAll) return;
      if (isFree(next.key)) next.begin();
    }
  };
  const turn = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(mine);
        reject(new DomainError({ code: 'unavailable', retryAfterSeconds: 5 }));
      }, waitMs);
      const mine: Waiting = {
        key,
        begin: () => {
          clearTimeout(timer);
          waiting.delete(mine);
          enter(key);
          resolve();
        },
      };
      waiting.add(mine);
    });

  return async (key, work) => {
    if (isFree(key)) enter(key);
    else await turn(key);
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
};
