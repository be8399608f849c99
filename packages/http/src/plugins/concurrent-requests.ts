import { finished } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';
import { overload } from './overload-protection.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The number of requests in flight. */
    requestsInFlight(): number;
  }
}

/** The options of {@link concurrentRequests}. */
export interface ConcurrentRequestsOptions {
  readonly maxConcurrentRequests: number;
}

/**
 * Responds 503 immediately while `maxConcurrentRequests` others are in flight: a growing queue only delays every
 * response. A request is in flight until its response is sent or its connection closed. Routes with a
 * `pressureHandler`, such as health checks, count too and always get their response.
 */
export const concurrentRequests = fp(
  async (app: App, { maxConcurrentRequests }: ConcurrentRequestsOptions) => {
    let inFlight = 0;
    app.decorate('requestsInFlight', () => inFlight);
    app.addHook('onRequest', async (request, reply) => {
      inFlight += 1;
      finished(reply.raw, () => {
        inFlight -= 1;
      });
      if (inFlight > maxConcurrentRequests && !('pressureHandler' in request.routeOptions.config))
        throw new DomainError(overload);
    });
  },
  { name: 'concurrent-requests' },
);
