import type { FastifyBaseLogger } from 'fastify';
import type { LoggedResponse } from './response-log.ts';

/** An error as the log may hold it: without its message, which may quote a phone, a token or a name. */
export interface LoggedError {
  readonly name: string;
  readonly code?: string;
  /** Where it was thrown. */
  readonly frames: readonly string[];
  readonly cause?: LoggedError;
}

const deepestCause = 3;

export const loggedError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { name, message, stack = '', cause } = error;
  const { code } = error as { readonly code?: unknown };
  const afterMessage = stack.slice(stack.indexOf(message) + message.length);
  return {
    name,
    ...(typeof code === 'string' ? { code } : {}),
    frames: afterMessage
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at ')),
    ...(cause === undefined || depth === deepestCause ? {} : { cause: loggedError(cause, depth + 1) }),
  };
};

/**
 * One line per answer, of allow-listed fields alone: the route's template and never the URL, no header, body or
 * address. Answers that the service is to blame for are warnings.
 */
export const logAnswer = (log: FastifyBaseLogger, answered: LoggedResponse): void => {
  const { method, route, status, durationMs, refusal } = answered;
  const line = {
    method,
    route,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(refusal ? { problem: refusal.code } : {}),
    ...(refusal && 'budget' in refusal ? { budget: refusal.budget } : {}),
  };
  if (status >= 500) log.warn(line, 'request');
  else log.info(line, 'request');
};
