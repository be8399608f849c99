import type { App } from './app.ts';

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

/** One line per answer, of allow-listed fields alone: the route's template and never the URL, no header, body or address. */
export const logRequests = (app: App): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
};
