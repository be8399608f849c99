import type { Clock } from '@event-platform/domain';
import type { FastifyRateLimitStore, RateLimitOptions } from '@fastify/rate-limit';
import { clientBlock } from '../../input/client-network.ts';
import { refuseCall } from '../../problems/refused-request.ts';

/** Counts calls by caller and minute. */
export interface CallCounter {
  /** Resolves to the calls of `key` in a minute, this one included; minutes are numbered from 1970. */
  count(key: string, minute: number): Promise<number>;
}

/** A limit on all calls of one address together. */
export interface GeneralLimit {
  /** Calls per minute of the clock. */
  readonly limit: number;
  readonly counter: CallCounter;
}

const minuteMs = 60_000;

/** The limit of every route that has none of its own. */
export const generalLimitOptions = (limit: number): RateLimitOptions => ({
  max: limit,
  timeWindow: minuteMs,
  hook: 'onRequest',
  keyGenerator: ({ ip }) => clientBlock(ip),
  errorResponseBuilder: (_request, { ttl }) =>
    refuseCall('all-calls', `More than ${limit} calls came from this address within a minute.`, limit, ttl),
});

/** The general limit's count in the form of a store's `incr`. */
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
