import { SmsRejected, SmsTimeout, SmsUnavailable } from './sms-provider.ts';

/** How long one provider may take, from the name look-up to the last byte of its response. */
export const providerTimeoutMs = 5_000;

export interface ProviderCall {
  readonly provider: string;
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

// Only system error codes: messages of the network layer may quote what was sent.
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'connection failed';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,39}$/.test(code) ? code : 'connection failed';
};

/** Runs one step of a call and lets it fail only as `SmsUnavailable`, or `SmsTimeout` for a time limit. */
export const orUnavailable = async <T>(provider: string, step: () => Promise<T>): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    throw error instanceof Error && error.name === 'TimeoutError'
      ? new SmsTimeout(provider)
      : new SmsUnavailable(provider, reasonOf(error));
  }
};

/**
 * Posts once. Redirects are not followed, so that the message and the credentials go nowhere else; the time
 * limit also covers reading the body of the response.
 *
 * @throws SmsUnavailable when no response came.
 */
export const postToProvider = (call: ProviderCall): Promise<Response> =>
  orUnavailable(call.provider, () =>
    fetch(call.url, {
      method: 'POST',
      headers: call.headers,
      body: call.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs),
    }),
  );

/**
 * Judges an HTTP status: 2xx is taken; 4xx is refused, save 429; anything else means that the provider is out of
 * order. `detail` must be free of personal data.
 *
 * @throws SmsRejected | SmsUnavailable
 */
export const requireTaken = (provider: string, status: number, detail = ''): void => {
  if (status >= 200 && status < 300) return;
  const reason = `HTTP ${status}${detail && ` (${detail})`}`;
  if (status >= 400 && status < 500 && status !== 429) throw new SmsRejected(provider, reason);
  throw new SmsUnavailable(provider, reason);
};

/** Releases the connection without reading the body. */
export const discardBody = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};
