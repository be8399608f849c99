import { countSeptets } from '../messages/gsm-7.ts';
import { orUnavailable, postToProvider, providerTimeoutMs, requireTaken } from './post-to-provider.ts';
import { type SmsProvider, SmsRejected, SmsUnavailable } from './sms-provider.ts';

export interface VonageSettings {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Number or alphanumeric name the message comes from. */
  readonly from: string;
  /** `https://rest.nexmo.com` by default. */
  readonly baseUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

// What Vonage responds with 200 but means as 429 or 5xx: throttled (1), internal error (5), too many binds (10).
const passingStatuses: ReadonlySet<string> = new Set(['1', '5', '10']);

// `{"messages": [{"status": "0", …}]}`: one entry a segment. Texts in it may quote the number.
const statusesOf = (body: unknown): readonly string[] => {
  const messages =
    typeof body === 'object' && body !== null && 'messages' in body && Array.isArray(body.messages)
      ? (body.messages as readonly unknown[])
      : [];
  return messages.map((message) => {
    const status =
      typeof message === 'object' && message !== null && 'status' in message ? message.status : '';
    return /^\d{1,3}$/.test(String(status)) ? String(status) : 'unreadable';
  });
};

/**
 * Sends through Vonage's SMS API. Vonage responds 200 whatever happens and tells the outcome by a status code
 * for each segment. It has no idempotency key; `client-ref` carries the id into its delivery reports.
 *
 * @see https://developer.vonage.com/en/api/sms#send-an-sms
 * @see https://developer.vonage.com/en/api-errors/sms
 */
export const vonageSms = (settings: VonageSettings): SmsProvider => {
  const { apiKey, apiSecret, from, timeoutMs = providerTimeoutMs } = settings;
  const url = new URL('/sms/json', settings.baseUrl ?? 'https://rest.nexmo.com');
  return {
    name: 'vonage',
    async send({ id, to, text }) {
      const response = await postToProvider({
        provider: 'vonage',
        url,
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          api_key: apiKey,
          api_secret: apiSecret,
          from,
          to: to.replace(/^\+/, ''),
          text,
          type: countSeptets(text) === null ? 'unicode' : 'text',
          // Longer references are refused (40 characters in the API's description).
          'client-ref': id.slice(0, 40),
        }).toString(),
        timeoutMs,
      });
      const body = await orUnavailable('vonage', () => response.text());
      requireTaken('vonage', response.status);
      const statuses = statusesOf(parseJson(body));
      if (statuses.length === 0) throw new SmsUnavailable('vonage', 'unreadable response');
      const fault = statuses.find((status) => status !== '0');
      if (fault === undefined) return;
      if (fault === 'unreadable' || passingStatuses.has(fault)) {
        throw new SmsUnavailable('vonage', `status ${fault}`);
      }
      throw new SmsRejected('vonage', `status ${fault}`);
    },
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
