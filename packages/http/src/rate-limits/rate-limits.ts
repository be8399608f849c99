import type { CallWindows, Clock } from '@event-platform/domain';
import fastifyRateLimit, {
  type FastifyRateLimitOptions,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { App } from '../app.ts';
import { callWindowStore } from './call-window-store.ts';
import { countCalls, type GeneralLimit, generalLimitOptions } from './general-limit.ts';

export interface RateLimitDependencies {
  readonly callWindows: CallWindows;
  readonly clock: Clock;
  readonly generalLimit?: GeneralLimit | undefined;
}

/** Makes `config.rateLimit` of later routes count in the shared windows, and all others in the general limit, if there is one. */
export const limitRates = async (
  app: App,
  { callWindows, clock, generalLimit }: RateLimitDependencies,
): Promise<void> => {
  const windows = callWindowStore(callWindows, clock);
  await app.register(fastifyRateLimit, {
    enableDraftSpec: true,
    ...(generalLimit
      ? {
          ...generalLimitOptions(generalLimit.limit),
          store: generalStore(countCalls(generalLimit.counter, clock), windows),
        }
      : { global: false, store: windows }),
  });
};

/** A route with a limit of its own counts in `ForRoutes`. */
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
