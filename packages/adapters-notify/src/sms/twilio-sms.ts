import { discardBody, postToProvider, providerTimeoutMs, requireTaken } from './post-to-provider.ts';
import type { SmsProvider } from './sms-provider.ts';

/** Exactly one of `messagingServiceSid` and `from` is set. */
export interface TwilioSettings {
  /** `AC…` */
  readonly accountSid: string;
  readonly authToken: string;
  /** `MG…`: Twilio picks the sender out of this service's pool. */
  readonly messagingServiceSid?: string | undefined;
  /** E.164 number, short code or alphanumeric sender that belongs to the account. */
  readonly from?: string | undefined;
  /** Another host, for a Twilio region; `https://api.twilio.com` by default. */
  readonly baseUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

// The text beside the code may quote the number, so the code alone is kept.
const errorCodeOf = async (response: Response): Promise<string> => {
  try {
    const body: unknown = await response.json();
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
    return Number.isInteger(code) ? `error ${code}` : '';
  } catch {
    return '';
  }
};

/**
 * Sends through Twilio's Messages resource. Twilio has no idempotency key, so a message whose response was lost
 * may arrive twice.
 *
 * @throws Error at once unless exactly one sender is set.
 * @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export const twilioSms = (settings: TwilioSettings): SmsProvider => {
  const { accountSid, authToken, messagingServiceSid, from, timeoutMs = providerTimeoutMs } = settings;
  if (!messagingServiceSid === !from) throw new Error('Twilio needs either a messaging service or a sender');
  const sender: Readonly<Record<string, string>> = messagingServiceSid
    ? { MessagingServiceSid: messagingServiceSid }
    : { From: from ?? '' };
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const url = new URL(path, settings.baseUrl ?? 'https://api.twilio.com');
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    name: 'twilio',
    async send({ to, text }) {
      const response = await postToProvider({
        provider: 'twilio',
        url,
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ To: to, Body: text, ...sender }).toString(),
        timeoutMs,
      });
      if (response.ok) return discardBody(response);
      requireTaken('twilio', response.status, await errorCodeOf(response));
    },
  };
};
