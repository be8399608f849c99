import { DomainError } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';
import { refusalOf } from '../problems/handle-error.ts';
import { loggedError } from '../problems/logged-error.ts';

const retryAfterSeconds = 5;

/**
 * A use case that fails after the response of the timeout. Fastify would log it as an error, with its message; only a
 * fault of the software is one.
 */
export const ignoreLate = (request: FastifyRequest, reply: FastifyReply) => (error: unknown) => {
  if (!reply.sent) throw error;
  const isFault = refusalOf(error instanceof Error ? error : {}) === null;
  if (isFault) request.log.error({ error: loggedError(error) }, 'unexpected error');
};

/**
 * Enforces the `handlerTimeout` of every route. Fastify's own timer stops once the body of the request has been read
 * (Node then reports the request as closed), so it never ends a use case that reads a body.
 */
export const handlerTimeout = fp(async (app: App) => {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? result.catch(ignoreLate(request, reply)) : result;
    };
  });
  const limit = (reply: FastifyReply, timeoutMs: number): void => {
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(new DomainError({ code: 'unavailable', retryAfterSeconds }));
    }, timeoutMs);
    reply.raw.once('close', () => clearTimeout(timer));
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { handlerTimeout: timeoutMs } = request.routeOptions;
    if (timeoutMs) limit(reply, timeoutMs);
    done();
  });
});
