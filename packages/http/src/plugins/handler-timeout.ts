import { finished } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import type { App } from '../app.ts';

const retryAfterSeconds = 5;

/**
 * Holds every route to its `handlerTimeout`. Fastify's own timer stops when the body of the request has been read
 * (Node then says that the request is closed), so that it never ends a use case that follows upon a body.
 */
export const limitHandlerTime = (app: App): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { handlerTimeout } = request.routeOptions;
    if (!handlerTimeout) return;
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(new DomainError({ code: 'unavailable', retryAfterSeconds }));
    }, handlerTimeout);
    finished(reply.raw, () => clearTimeout(timer));
  });
};
