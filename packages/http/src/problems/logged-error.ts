/** An error as the log may hold it: without its message, which may quote a phone, a token or a name. */
export interface LoggedError {
  readonly name: string;
  readonly code?: string;
  /** The stack frames of the place that threw it. */
  readonly frames: readonly string[];
  readonly cause?: LoggedError;
}

const maxCauseDepth = 3;

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
    ...(cause === undefined || depth === maxCauseDepth ? {} : { cause: loggedError(cause, depth + 1) }),
  };
};
