import { type Clock, DomainError } from '@event-platform/domain';
import type { FastifyRateLimitStore, RateLimitOptions } from '@fastify/rate-limit';
import { clientBlock } from './client-network.ts';

/** Counts calls by whom they come from, each minute anew. */
export interface CallCounter {
  /** How many calls of `key` there have been in that minute since 1970, this one included. */
  count(key: string, minute: number): Promise<number>;
}

/** A limit on all calls of one address together. */
export interface GeneralLimit {
  /** Calls a minute; the minutes are those of the clock on the wall. */
  readonly limit: number;
  readonly counter: CallCounter;
}

const minuteMs = 60_000;

/** How the limit is kept on every route that has none of its own. */
export const generalLimitOptions = (limit: number): RateLimitOptions => ({
  max: limit,
  timeWindow: minuteMs,
  hook: 'onRequest',
  keyGenerator: ({ ip }) => clientBlock(ip),
  errorResponseBuilder: (_request, { ttl }) =>
    new DomainError({
      code: 'rate_limited',
      detail: `More than ${limit} calls came from this address within a minute.`,
      budget: 'all-calls',
      limit,
      retryAfterSeconds: Math.ceil(ttl / 1000),
    }),
});

export const countCalls =
  (counter: CallCounter, clock: Clock): FastifyRateLimitStore['incr'] =>
  (key, callback) => {
    const now = clock.now().getTime();
    const minute = Math.floor(now / minuteMs);
    counter.count(key, minute).then(
      (current) => callback(null, { current, ttl: (minute + 1) * minuteMs - now }),
      (error: Error) => callback(error),
    );
  };
