import { type ProviderResponse, providerTimeoutMs } from './provider-response.ts';

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs?: number;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Posts to a provider, without following redirects; null without a response in time. A body that is not JSON is null. */
export const postJson = async (
  url: string,
  { headers, body, timeoutMs = providerTimeoutMs }: Call,
): Promise<(ProviderResponse & { readonly body: unknown }) | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parse(text) };
  } catch {
    return null;
  }
};
