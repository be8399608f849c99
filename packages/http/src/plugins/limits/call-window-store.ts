import { type BudgetUse, type Charge, type Clock, DomainError, type Quotas } from '@event-platform/domain';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { type CallWindow, windowsOf } from './window-key.ts';

type IncrementCallback = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** Blocked callers that a replica keeps in memory, some 100 bytes each. */
const maxBlocks = 10_000;

/** How long a client should wait when calls cannot be counted. */
const retryAfterSeconds = 5;

/**
 * Counts calls in exact sliding windows, which all replicas share; a key names several as `window-key.ts` says. A window
 * that refused a call is kept in memory until it allows one again, so that further calls cost the database nothing. Calls
 * that cannot be counted are refused with `unavailable`.
 */
export const callWindowStore = (quotas: Pick<Quotas, 'takeAll'>, clock: Clock): FastifyRateLimitStoreCtor => {
  const blockedUntil = new Map<string, Date>();

  const block = (key: string, until: Date): void => {
    const [oldest] = blockedUntil.keys();
    if (blockedUntil.size >= maxBlocks && oldest !== undefined) blockedUntil.delete(oldest);
    blockedUntil.set(key, until);
  };

  /** When the last of the windows that are known to refuse opens. */
  const blockOf = (windows: readonly CallWindow[], now: Date): Date | undefined => {
    let last: Date | undefined;
    for (const { key } of windows) {
      const until = blockedUntil.get(key);
      if (until && until <= now) blockedUntil.delete(key);
      else if (until && (!last || until > last)) last = until;
    }
    return last;
  };

  const count = async (windows: readonly CallWindow[], span: number, limit: number) => {
    const now = clock.now();
    const until = blockOf(windows, now);
    if (until) return refusalUntil(limit, until, now);
    const charges: readonly Charge[] = windows.map((window) => ({ ...window, amount: 1, window: span }));
    const { refusal, budgets } = await quotas.takeAll(charges, now);
    if (refusal) {
      const last = budgets.filter(({ isSpent }) => isSpent).reduce(laterOf);
      block(last.charge.key, last.until);
      return refusalUntil(limit, last.until, now);
    }
    // A caller may have fewer calls left in a wide window than in its own.
    const tightest = budgets.reduce(tighterOf);
    const remaining = Math.min(limit - 1, remainingIn(tightest));
    return { current: limit - remaining, ttl: tightest.until.getTime() - now.getTime() };
  };

  return class CallWindowStore implements FastifyRateLimitStore {
    incr(key: string, callback: IncrementCallback, span = 0, limit = 0): void {
      count(windowsOf(key), span, limit).then(
        (result) => callback(null, result),
        (cause: unknown) => callback(new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause })),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
};

const remainingIn = ({ limit, taken }: BudgetUse): number => (limit ?? 0) - taken;

const laterOf = (one: BudgetUse, other: BudgetUse): BudgetUse => (other.until > one.until ? other : one);

/** The window with fewer calls left; of two with as many, the one that opens later. */
const tighterOf = (one: BudgetUse, other: BudgetUse): BudgetUse => {
  const [oneLeft, otherLeft] = [remainingIn(one), remainingIn(other)];
  if (oneLeft === otherLeft) return laterOf(one, other);
  return oneLeft < otherLeft ? one : other;
};

const refusalUntil = (limit: number, until: Date, now: Date) => ({
  current: limit + 1,
  ttl: Math.max(1, until.getTime() - now.getTime()),
});
