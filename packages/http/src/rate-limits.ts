import { type CallWindows, type Clock, DomainError, signInPolicy } from '@event-platform/domain';
import fastifyRateLimit, {
  type FastifyRateLimitOptions,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  type RateLimitOptions,
} from '@fastify/rate-limit';
import type { App } from './app.ts';
import { callWindowStore } from './call-window-store.ts';
import { clientBlock } from './client-network.ts';
import { countCalls, type GeneralLimit, generalLimitOptions } from './general-limit.ts';

const { limit, span } = signInPolicy.startCalls;

/** The limit of the route that sends SMS; it is judged before the body is read, so that invalid bodies count. */
export const startCalls: RateLimitOptions = {
  max: limit,
  timeWindow: span,
  hook: 'onRequest',
  keyGenerator: (request) => `otp-start ${clientBlock(request.ip)}`,
  errorResponseBuilder: (_request, { ttl }) =>
    new DomainError({
      code: 'rate_limited',
      detail: `More than ${limit} sign-ins were started from this address within ${span / 60_000} minutes.`,
      budget: 'sign-in-starts',
      limit,
      retryAfterSeconds: Math.ceil(ttl / 1000),
    }),
};

export interface LimitNeeds {
  readonly callWindows: CallWindows;
  readonly clock: Clock;
  readonly generalLimit?: GeneralLimit | undefined;
}

/** Makes `config.rateLimit` of later routes count in the shared windows, and all others in the general limit, if there is one. */
export const limitRates = async (
  app: App,
  { callWindows, clock, generalLimit }: LimitNeeds,
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
