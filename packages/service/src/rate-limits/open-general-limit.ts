import type { GeneralLimit } from '@event-platform/http';
import { memoryCallCounter } from '@event-platform/http';
import type { Config } from '../config/config.ts';

/** The configured request limit, counted in Redis when that is configured. */
export const openGeneralLimit = async (
  { rateLimit: limit, redisUrl: url }: Pick<Config, 'rateLimit' | 'redisUrl'>,
  log: (message: string) => void,
): Promise<{ readonly limit: GeneralLimit | undefined; close(): Promise<void> }> => {
  if (limit === 0) return { limit: undefined, close: async () => {} };
  const fallback = memoryCallCounter();
  if (url === undefined) return { limit: { limit, counter: fallback }, close: async () => {} };
  const { openRedisCallCounter } = await import('./redis-call-counter.ts');
  const counter = openRedisCallCounter({ url, fallback, log });
  return { limit: { limit, counter }, close: counter.close };
};
