import type { App } from './app.ts';
import type { Refusal } from './problem-response.ts';
import { logAnswer } from './request-log.ts';

/** One answer, as logs and metrics may know it: nothing in it names a person, an event or a secret. */
export interface Answered {
  readonly method: string;
  /** The route's template, such as `/v1/events/:id`; null when no route matched. */
  readonly route: string | null;
  /** HTTP status. */
  readonly status: number;
  /** From the request's arrival to the last byte of its answer, in milliseconds. */
  readonly durationMs: number;
  readonly refusal: Refusal | null;
}

/** Logs each answer once it was sent, and tells `onAnswer` of it. */
export const noteAnswers = (app: App, onAnswer: (answered: Answered) => void = () => {}): void => {
  app.decorateReply('refusal', null);
  app.addHook('onResponse', async (request, reply) => {
    const answered: Answered = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      refusal: reply.refusal ?? null,
    };
    logAnswer(request.log, answered);
    onAnswer(answered);
  });
};
