import type { CallCounter } from '@event-platform/http';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Redis } from 'ioredis';

export interface RedisCallCounterOptions {
  readonly url: string;
  /** Counts while Redis cannot. */
  readonly fallback: CallCounter;
  /** Receives one line when Redis stops responding, and one when it responds again. */
  readonly log: (message: string) => void;
}

/** The longest wait of a request for Redis, until the circuit opens. */
const commandTimeoutMs = 250;
const connectTimeoutMs = 1_000;
/** Failures in a row that open the circuit. */
const failuresToOpen = 3;
const openForMs = 2_000;
const longestRetryMs = 5_000;
/** A minute, and a margin for clock skew. */
const expiryMs = 120_000;

/** Counts in Redis, for all replicas together; while it does not respond, `fallback` counts instead. */
export const openRedisCallCounter = ({
  url,
  fallback,
  log,
}: RedisCallCounterOptions): CallCounter & { close(): Promise<void> } => {
  const redis = new Redis(url, {
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    // A request that cannot be counted now is counted by the fallback, not later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(longestRetryMs, tries * 200),
  });
  // The next count meets the fault; without a listener ioredis prints it with the URL.
  redis.on('error', () => {});
  const noResponse = 'Redis does not respond: each process counts calls for itself';
  // Told at the start, and not by the first caller alone.
  const onFirstClose = () => log(noResponse);
  redis.once('close', onFirstClose).once('ready', () => redis.off('close', onFirstClose));

  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(failuresToOpen),
    halfOpenAfter: openForMs,
  });
  breaker.onBreak(() => log(noResponse));
  breaker.onReset(() => log('Redis counts calls again'));

  const increment = async (name: string): Promise<number> => {
    const results = await redis.multi().incr(name).pexpire(name, expiryMs).exec();
    const [error, count] = results?.[0] ?? [new Error('no response')];
    if (error) throw error;
    return Number(count);
  };
  return {
    count: async (key, minute) => {
      // The breaker would make all other requests wait for the one that probes Redis.
      if (breaker.state === CircuitState.HalfOpen) return fallback.count(key, minute);
      try {
        return await breaker.execute(() => increment(`event-platform:calls:${minute}:${key}`));
      } catch {
        return fallback.count(key, minute);
      }
    },
    close: async () => {
      redis.off('close', onFirstClose);
      redis.disconnect();
    },
  };
};
