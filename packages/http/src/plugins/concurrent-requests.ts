import { finished } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';
import { overload } from './overload-protection.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The number of requests in flight. */
    requestsInFlight(): number;
  }
}

/** Whether a body follows the headers (RFC 9112 section 6.3). */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The options of {@link concurrentRequests}. */
export interface ConcurrentRequestsOptions {
  readonly maxConcurrentRequests: number;
}

/**
 * Responds 503 immediately while `maxConcurrentRequests` others are in flight: a growing queue only delays every
 * response. A request is in flight from when its body is there, so that slow senders take no place of others, until
 * its response is sent or its connection closed. Routes with a
 * `pressureHandler`, such as health checks, count too and always get their response.
 */
export const concurrentRequests = fp(
  async (app: App, { maxConcurrentRequests }: ConcurrentRequestsOptions) => {
    let inFlight = 0;
    app.decorate('requestsInFlight', () => inFlight);
    const refuseBeyond = (requests: number, request: FastifyRequest) => {
      if (requests > maxConcurrentRequests && !('pressureHandler' in request.routeOptions.config))
        throw new DomainError(overload);
    };
    const count = (request: FastifyRequest, reply: FastifyReply) => {
      inFlight += 1;
      finished(reply.raw, () => {
        inFlight -= 1;
      });
      refuseBeyond(inFlight, request);
    };
    app.addHook('onRequest', async (request, reply) => {
      if (hasBody(request)) refuseBeyond(inFlight + 1, request);
      else count(request, reply);
    });
    app.addHook('preValidation', async (request, reply) => {
      if (hasBody(request)) count(request, reply);
    });
  },
  { name: 'concurrent-requests' },
);
