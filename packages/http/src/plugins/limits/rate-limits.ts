import type { Clock, Quotas } from '@event-platform/domain';
import fastifyRateLimit, {
  type FastifyRateLimitOptions,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { callWindowStore } from './call-window-store.ts';
import { countCalls, type GeneralLimit, generalLimitOptions } from './general-limit.ts';

/** The options of {@link rateLimits}. */
export interface RateLimitsOptions {
  /** Counts the calls of routes with a limit of their own. */
  readonly quotas: Pick<Quotas, 'takeAll'>;
  readonly clock: Clock;
  readonly generalLimit?: GeneralLimit | undefined;
}

/** Limits later routes: those with `config.rateLimit` in the shared windows, all others by the general limit, if any. */
export const rateLimits = fp(async (app: App, { quotas, clock, generalLimit }: RateLimitsOptions) => {
  const windows = callWindowStore(quotas, clock);
  await app.register(fastifyRateLimit, {
    enableDraftSpec: true,
    ...(generalLimit
      ? {
          ...generalLimitOptions(generalLimit.limit),
          store: generalStore(countCalls(generalLimit.counter, clock), windows),
        }
      : { global: false, store: windows }),
  });
});

/** Counts the routes with a limit of their own in `ForRoutes`, all others with `incr`. */
const generalStore = (
  incr: FastifyRateLimitStore['incr'],
  ForRoutes: FastifyRateLimitStoreCtor,
): FastifyRateLimitStoreCtor =>
  class GeneralStore implements FastifyRateLimitStore {
    incr = incr;

    child(options: FastifyRateLimitOptions): FastifyRateLimitStore {
      return new ForRoutes(options);
    }
  };
