import { type CallWindows, type Clock, DomainError } from '@event-platform/domain';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** How many blocked callers a replica remembers, some 100 bytes each. */
const mostBlocks = 10_000;

/** How long a client should wait when calls cannot be counted. */
const retryAfterSeconds = 5;

/**
 * Counts in the platform's exact sliding windows, which all replicas share. A block that the windows
 * pronounced is remembered here until it ends, so that who hammers on costs the database nothing. Calls that
 * cannot be counted are refused.
 */
export const callWindowStore = (callWindows: CallWindows, clock: Clock): FastifyRateLimitStoreCtor => {
  const blockedUntil = new Map<string, Date>();

  const remember = (key: string, until: Date): void => {
    const [oldest] = blockedUntil.keys();
    if (blockedUntil.size >= mostBlocks && oldest !== undefined) blockedUntil.delete(oldest);
    blockedUntil.set(key, until);
  };

  const count = async (key: string, span: number, limit: number) => {
    const now = clock.now();
    const until = blockedUntil.get(key);
    if (until && now < until) return refused(limit, until, now);
    blockedUntil.delete(key);
    const verdict = await callWindows.record(key, now, span, limit);
    if (!verdict.allowed) {
      remember(key, verdict.retryAt);
      return refused(limit, verdict.retryAt, now);
    }
    return { current: limit - verdict.remaining, ttl: verdict.retryAt.getTime() - now.getTime() };
  };

  return class CallWindowStore implements FastifyRateLimitStore {
    incr(key: string, callback: Counted, span = 0, limit = 0): void {
      count(key, span, limit).then(
        (result) => callback(null, result),
        () => callback(new DomainError({ code: 'unavailable', retryAfterSeconds })),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
};

const refused = (limit: number, until: Date, now: Date) => ({
  current: limit + 1,
  ttl: Math.max(1, until.getTime() - now.getTime()),
});
