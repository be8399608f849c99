import type { PushResult, PushSender } from '@event-platform/domain';

/** One provider, whose pushes take a connection or more until it is closed. */
export interface PushProvider extends PushSender {
  close(): Promise<void>;
}

/** How long a provider may take, from the name look-up to the last byte of its response. */
export const providerTimeoutMs = 10_000;

/** What is worth reading of a response. */
export interface ProviderResponse {
  readonly status: number;
  readonly retryAfter: string | null;
}

const dayMs = 86_400_000;

/** `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3), in milliseconds; null without one. */
export const retryAfterMs = (text: string | null, now: Date): number | null => {
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(dayMs, Math.max(0, ms)) : null;
};

/** What a status means where the provider says nothing more exact. */
export const resultOf = ({ status, retryAfter }: ProviderResponse, now: Date): PushResult => {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 401 || status === 403) return { outcome: 'denied' };
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'failed', retryAfterMs: retryAfterMs(retryAfter, now) };
  return { outcome: 'refused' };
};

/** No response in time, or none at all. */
export const unanswered: PushResult = { outcome: 'failed', retryAfterMs: null };
