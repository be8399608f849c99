import { type CallWindows, type Clock, DomainError, signInPolicy } from '@event-platform/domain';
import fastifyRateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { App } from './app.ts';
import { callWindowStore } from './call-window-store.ts';
import { clientBlock } from './client-network.ts';

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

/** Makes `config.rateLimit` of later routes count in the shared windows. */
export const limitRates = async (app: App, callWindows: CallWindows, clock: Clock): Promise<void> => {
  await app.register(fastifyRateLimit, {
    global: false,
    enableDraftSpec: true,
    store: callWindowStore(callWindows, clock),
  });
};
