import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Refusal } from '../problems/problem-response.ts';
import { logAnswer } from './request-log.ts';

/** One answer, as logs and metrics may know it: nothing in it names a person, an event or a secret. */
export interface LoggedResponse {
  readonly method: string;
  /** The route's template, such as `/v1/events/:id`; null when no route matched. */
  readonly route: string | null;
  /** HTTP status, or `clientClosedRequest`. */
  readonly status: number;
  /** From the request's arrival to the last byte of its answer, in milliseconds. */
  readonly durationMs: number;
  readonly refusal: Refusal | null;
}

/** The status of a request whose caller hung up before its answer was sent, as nginx has it. */
export const clientClosedRequest = 499;

/** Logs each answer once it was sent, and each caller who did not wait for it, and tells `onResponseLogged` of it. */
export const logResponses = (
  app: App,
  onResponseLogged: (answered: LoggedResponse) => void = () => {},
): void => {
  const note = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const answered: LoggedResponse = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status,
      durationMs: reply.elapsedTime,
      refusal: reply.refusal ?? null,
    };
    logAnswer(request.log, answered);
    onResponseLogged(answered);
  };
  app.decorateReply('refusal', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      const isAnswered = reply.raw.writableFinished || !request.raw.socket.destroyed;
      if (!isAnswered) note(request, reply, clientClosedRequest);
    });
  });
  app.addHook('onResponse', async (request, reply) => note(request, reply, reply.statusCode));
};
