import type { CallCounter } from '@event-platform/http';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Redis } from 'ioredis';

export interface RedisCallCounterOptions {
  readonly url: string;
  /** Counts while Redis cannot. */
  readonly fallback: CallCounter;
  /** Told in one line when Redis stops answering, and when it answers again. */
  readonly log: (message: string) => void;
}

/** A caller waits this long for Redis at most, and only until it is left alone. */
const answerWithinMs = 250;
const connectWithinMs = 1_000;
const failures = 3;
const restMs = 2_000;
const longestRetryMs = 5_000;
/** A minute and what clocks may disagree by. */
const keptMs = 120_000;

/** Counts in Redis, for all replicas together; while it does not answer, `fallback` counts instead. */
export const openRedisCallCounter = ({
  url,
  fallback,
  log,
}: RedisCallCounterOptions): CallCounter & { close(): Promise<void> } => {
  const redis = new Redis(url, {
    connectTimeout: connectWithinMs,
    commandTimeout: answerWithinMs,
    // A call that cannot be counted now is counted elsewhere, never later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(longestRetryMs, tries * 200),
  });
  // What goes wrong is met by the next count; unheard, the event would be printed with the URL.
  redis.on('error', () => {});

  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: restMs,
  });
  breaker.onBreak(() => log('Redis does not answer: each process counts calls for itself'));
  breaker.onReset(() => log('Redis counts calls again'));

  const increment = async (name: string): Promise<number> => {
    const results = await redis.multi().incr(name).pexpire(name, keptMs).exec();
    const [error, count] = results?.[0] ?? [new Error('no answer')];
    if (error) throw error;
    return Number(count);
  };
  return {
    count: async (key, minute) => {
      // While one call probes Redis, the breaker would make all others wait for the outcome.
      if (breaker.state === CircuitState.HalfOpen) return fallback.count(key, minute);
      try {
        return await breaker.execute(() => increment(`event-platform:calls:${minute}:${key}`));
      } catch {
        return fallback.count(key, minute);
      }
    },
    close: async () => redis.disconnect(),
  };
};
