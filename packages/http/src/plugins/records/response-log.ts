import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { onClosed } from '../../edge/connections.ts';
import type { Refusal } from '../../problems/problem-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the response is `unavailable`: the error of a dependency, or a text of ours for the log. */
    outage: unknown;
  }
}

/** One response, as logs and metrics may know it: nothing in it names a person, an event or a secret. */
export interface LoggedResponse {
  readonly method: string;
  /** The route's template, such as `/v1/events/:id`; null when no route matched. */
  readonly route: string | null;
  /** HTTP status, or `clientClosedRequest`. */
  readonly status: number;
  /** From the request's arrival to the last byte of its response, in milliseconds. */
  readonly durationMs: number;
  readonly refusal: Refusal | null;
}

/** The status of a request whose client closed the connection before its response was sent, as in nginx. */
export const clientClosedRequest = 499;

/**
 * Writes one line of allow-listed fields: the route's template and never the URL, no header, body or address.
 * Responses with a status of 500 or more are warnings.
 */
const writeLine = (log: FastifyBaseLogger, response: LoggedResponse, reason: string | undefined): void => {
  const { method, route, status, durationMs, refusal } = response;
  const line = {
    method,
    route,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(refusal ? { problem: refusal.code } : {}),
    ...(refusal && 'budget' in refusal ? { budget: refusal.budget } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
  if (status >= 500) log.warn(line, 'request');
  else log.info(line, 'request');
};

/** The options of {@link responseLog}. */
export interface ResponseLogOptions {
  readonly onResponseLogged?: ((response: LoggedResponse) => void) | undefined;
  readonly outageInWords?: ((cause: unknown) => string) | undefined;
  /** Called once a refusal is sent, so that its time tells nothing of what is done with it. */
  readonly onRefused?: (request: FastifyRequest, refusal: Refusal) => void;
}

/** Logs each response after it was sent, and each request whose client closed the connection before that. */
export const responseLog = fp(async (app: App, options: ResponseLogOptions) => {
  const { onResponseLogged, outageInWords, onRefused } = options;
  const logResponse = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const response: LoggedResponse = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status,
      durationMs: reply.elapsedTime,
      refusal: reply.refusal ?? null,
    };
    const { outage } = request;
    const reason = typeof outage === 'string' || outage === null ? outage : outageInWords?.(outage);
    writeLine(request.log, response, reason ?? undefined);
    onResponseLogged?.(response);
  };
  app.decorateReply('refusal', null);
  app.decorateRequest('outage', null);
  app.addHook('onRequest', (request, reply, done) => {
    onClosed(reply.raw, () => {
      const isSent = reply.raw.writableFinished || !request.raw.socket.destroyed;
      if (!isSent) logResponse(request, reply, clientClosedRequest);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request, reply, reply.statusCode);
    if (reply.refusal) onRefused?.(request, reply.refusal);
    done();
  });
});
