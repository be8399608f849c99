import { DomainError } from '@event-platform/domain';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';

const retryAfterSeconds = 5;

/**
 * Enforces the `handlerTimeout` of every route. Fastify's own timer stops once the body of the request has been read
 * (Node then reports the request as closed), so it never ends a use case that reads a body.
 */
export const handlerTimeout = fp(async (app: App) => {
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
