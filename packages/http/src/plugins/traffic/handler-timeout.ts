import { DomainError } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { refusalOf } from '../../problems/handle-error.ts';
import { loggedError } from '../../problems/logged-error.ts';
import { type Timeouts, timeouts } from '../../server-options.ts';
import { onClosed } from './response-closed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From the arrival of a request to its response, in milliseconds; `Timeouts.handler` by default. */
    handlerTimeout?: number;
  }
}

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

/** The options of {@link handlerTimeout}. */
export interface HandlerTimeoutOptions {
  readonly timeouts?: Partial<Timeouts>;
}

/**
 * Responds 503 to requests that take longer than the `handlerTimeout` of their route. Fastify's own option makes an
 * abort signal for each request, and stops once the body of the request has been read (Node then reports the request
 * as closed), so that it never ends a use case that reads a body.
 */
export const handlerTimeout = fp(async (app: App, options: HandlerTimeoutOptions) => {
  const usual = options.timeouts?.handler ?? timeouts.handler;
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? result.catch(ignoreLate(request, reply)) : result;
    };
  });
  const limit = (reply: FastifyReply, timeoutMs: number): void => {
    const timer = setTimeout(() => {
      if (reply.sent) return;
      if (reply.raw.headersSent) reply.raw.destroy();
      else reply.send(new DomainError({ code: 'unavailable', retryAfterSeconds }));
    }, timeoutMs);
    onClosed(reply.raw, () => clearTimeout(timer));
  };
  app.addHook('onRequest', (request, reply, done) => {
    limit(reply, request.routeOptions.config.handlerTimeout ?? usual);
    done();
  });
});
