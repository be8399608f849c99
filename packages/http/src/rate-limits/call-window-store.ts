import { type CallWindows, type Clock, DomainError } from '@event-platform/domain';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

type IncrementCallback = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** Blocked callers that a replica keeps in memory, some 100 bytes each. */
const maxBlocks = 10_000;

/** How long a client should wait when calls cannot be counted. */
const retryAfterSeconds = 5;

/**
 * Counts calls in exact sliding windows, which all replicas share. A caller over its limit is kept in memory until
 * the window allows it again, so that further calls cost the database nothing. Calls that cannot be counted are
 * refused with `unavailable`.
 */
export const callWindowStore = (callWindows: CallWindows, clock: Clock): FastifyRateLimitStoreCtor => {
  const blockedUntil = new Map<string, Date>();

  const block = (key: string, until: Date): void => {
    const [oldest] = blockedUntil.keys();
    if (blockedUntil.size >= maxBlocks && oldest !== undefined) blockedUntil.delete(oldest);
    blockedUntil.set(key, until);
  };

  const count = async (key: string, span: number, limit: number) => {
    const now = clock.now();
    const until = blockedUntil.get(key);
    if (until && now < until) return refused(limit, until, now);
    blockedUntil.delete(key);
    const verdict = await callWindows.record(key, now, span, limit);
    if (!verdict.allowed) {
      block(key, verdict.retryAt);
      return refused(limit, verdict.retryAt, now);
    }
    return { current: limit - verdict.remaining, ttl: verdict.retryAt.getTime() - now.getTime() };
  };

  return class CallWindowStore implements FastifyRateLimitStore {
    incr(key: string, callback: IncrementCallback, span = 0, limit = 0): void {
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
