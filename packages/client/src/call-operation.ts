import { buildRequest } from './build-request.ts';
import type { ParsedSettings } from './client-settings.ts';
import { EventPlatformError } from './event-platform-error.ts';
import { type HttpRequest, sendOnce } from './http-response.ts';
import type { CallOptions, OperationDescription } from './operation.ts';
import { randomKey } from './random-key.ts';
import { type Attempts, withRetries } from './retries.ts';
import type { Session } from './session.ts';

/** DELETE operations that end the session of the call itself, so that their repetition has none. */
const endsSession: ReadonlySet<string> = new Set(['/v1/auth/me', '/v1/auth/sessions/{id}']);

/** Whether the first of several DELETE requests, whose response was lost, has taken effect. */
const isDone = (
  { method, path }: OperationDescription,
  { isResponseLost }: Attempts,
  error: unknown,
): boolean => {
  if (method !== 'DELETE' || !isResponseLost || !(error instanceof EventPlatformError)) return false;
  if (error.code === 'refresh_token_invalid') return endsSession.has(path);
  return error.code !== 'unexpected_response' && error.status === 404;
};

/**
 * The key that a call is sent with. The draft's form is a string in quotes; an app's own key is sent as it
 * is.
 */
const keyOf = ({ repetition, takesKey }: OperationDescription, ownKey?: string): string | undefined =>
  takesKey ? (ownKey ?? (repetition === 'keyed' ? `"${randomKey()}"` : undefined)) : undefined;

const withHeader = (request: HttpRequest, name: string, value: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** Calls an operation of the service once, however often its request has to be sent. */
export type CallOperation = (
  operation: OperationDescription,
  args: Readonly<Record<string, unknown>>,
  options?: CallOptions,
) => Promise<unknown>;

/** Calls without and with the session's access token. */
export const callOperation = (
  { baseUrl, transport, retries }: Pick<ParsedSettings, 'baseUrl' | 'transport' | 'retries'>,
  session: Session | null,
): CallOperation => {
  return async (operation, args, { signal, idempotencyKey } = {}) => {
    const builtRequest = buildRequest(baseUrl, operation, args);
    const key = keyOf(operation, idempotencyKey);
    const request = key === undefined ? builtRequest : withHeader(builtRequest, 'idempotency-key', key);
    const attempts: Attempts = { isResponseLost: false };

    const send = (ready: HttpRequest): Promise<unknown> =>
      withRetries(
        retries,
        operation.repetition !== 'never',
        attempts,
        () => sendOnce(transport, ready, signal),
        signal,
      );

    const callAuthorized = async (): Promise<unknown> => {
      const tokens = operation.auth === 'none' || !session ? null : await session.tokens();
      if (!tokens || !session) return send(request);
      const as = ({ accessToken }: { readonly accessToken: string }) =>
        send(withHeader(request, 'authorization', `Bearer ${accessToken}`));
      try {
        return await as(tokens);
      } catch (error) {
        if (!(error instanceof EventPlatformError && error.code === 'unauthenticated')) throw error;
        return as(await session.renew(tokens));
      }
    };

    try {
      return await callAuthorized();
    } catch (error) {
      if (isDone(operation, attempts, error))
        return operation.accepts === null ? undefined : { success: true };
      throw error;
    }
  };
};
