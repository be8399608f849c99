import { EventPlatformError } from './event-platform-error.ts';
import type { Problem } from './generated/types.gen.ts';
import { startTimeLimit } from './time-limit.ts';

/** One HTTP request, ready to be sent any number of times. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | Uint8Array<ArrayBuffer>;
  /** Milliseconds that it may take in place of the usual ones. */
  readonly timeout?: number;
  /** The media type of a successful response; null for none. */
  readonly accepts: string | null;
  /** Whether the service may have responded with this JSON. */
  readonly isAnswer: (json: unknown) => boolean;
}

/** How requests leave. */
export interface Transport {
  readonly fetch: typeof fetch;
  /** Milliseconds after which a request has failed. */
  readonly timeout: number;
}

/** Seconds from the `Retry-After` of a 409, 429 or 503: a number or, against the sender's own clock, a date. */
const secondsOf = ({ status, headers }: Response): number | null => {
  if (![409, 429, 503].includes(status)) return null;
  const after = headers.get('retry-after');
  if (after === null) return null;
  if (/^\d+$/.test(after.trim())) return Number(after);
  const seconds = (Date.parse(after) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
};

const isJson = (mediaType: string): boolean => /^application\/(problem\+)?json\b/i.test(mediaType);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const unexpectedResponse = ({ method, url }: HttpRequest, response: Response, content: string) =>
  new EventPlatformError(
    `${method} ${new URL(url).origin} was responded with ${content} (status ${response.status}), not by this API: ` +
      'the base URL is wrong, or something between client and service responded.',
    { code: 'unexpected_response', status: response.status, retryAfterSeconds: secondsOf(response) },
  );

const refusal = (request: HttpRequest, response: Response, text: string): EventPlatformError => {
  const mediaType = response.headers.get('content-type') ?? 'no media type';
  const body = (isJson(mediaType) ? parse(text) : undefined) as Partial<Problem> | null | undefined;
  if (typeof body?.code !== 'string') return unexpectedResponse(request, response, mediaType);
  const { code, detail, title = code, requestId } = body;
  const waits = ['rate_limited', 'unavailable', 'idempotency_in_progress'].includes(code);
  return new EventPlatformError(detail ?? title, {
    code,
    status: response.status,
    ...(requestId === undefined ? {} : { requestId }),
    ...(code === 'invalid_request' ? { errors: body.errors ?? [] } : {}),
    ...(body.challenge ? { challenge: body.challenge } : {}),
    ...(code === 'rate_limited' ? { budget: body.budget ?? null } : {}),
    ...(waits ? { retryAfterSeconds: secondsOf(response) } : {}),
  });
};

const contentOf = (request: HttpRequest, response: Response, text: string): unknown => {
  if (response.status === 204) return undefined;
  const mediaType = response.headers.get('content-type') ?? '';
  const { accepts } = request;
  if (accepts !== null && accepts !== 'application/json' && mediaType.startsWith(accepts)) return text;
  const value = isJson(mediaType) ? parse(text) : undefined;
  if (!request.isAnswer(value)) throw unexpectedResponse(request, response, mediaType || 'no media type');
  return value;
};

/**
 * Sends a request once and returns what the service responded: text of the accepted type, parsed JSON, or undefined
 * for 204. Throws an `EventPlatformError`, or the reason of the caller's signal. Redirects are not followed: the
 * service sends none, and a token must not follow one.
 */
export const sendOnce = async (
  { fetch, timeout }: Transport,
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<unknown> => {
  const { method, url, headers, body } = request;
  const within = Math.max(timeout, request.timeout ?? 0);
  const limit = startTimeLimit(within, signal);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: limit.signal,
      ...(body === undefined ? {} : { body }),
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const reason = limit.isOver() ? `no response within ${within} ms` : 'no response';
    throw new EventPlatformError(`${method} ${new URL(url).origin}: ${reason}`, {
      code: 'network_failed',
      cause,
    });
  } finally {
    limit.clear();
  }
  if (response.ok) return contentOf(request, response, text);
  if (response.status < 400) throw unexpectedResponse(request, response, 'a redirect');
  throw refusal(request, response, text);
};
