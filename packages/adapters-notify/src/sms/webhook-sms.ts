import { createHmac } from 'node:crypto';
import type { Clock } from '@event-platform/domain';
import { discardBody, postToProvider, providerTimeoutMs, requireTaken } from './post-to-provider.ts';
import type { SmsProvider } from './sms-provider.ts';

export interface WebhookSmsSettings {
  readonly url: string;
  /** Key of the signature; the receiver holds the same. */
  readonly secret: string;
  readonly timeoutMs?: number | undefined;
  /** The time that is signed; the system's by default. */
  readonly clock?: Clock | undefined;
}

/**
 * Hands each message to an HTTP endpoint of one's own: `POST {"id", "to", "text"}` as JSON with `X-Timestamp`, the
 * Unix time in seconds, and `X-Signature: sha256=<hex HMAC-SHA256 of the timestamp, a full stop and the body's bytes>`.
 * The receiver refuses an old timestamp, so that a copied request cannot be sent again. Any 2xx means taken. A message
 * may come twice with one `id`, so the receiver should send it once.
 */
export const webhookSms = ({
  url,
  secret,
  timeoutMs = providerTimeoutMs,
  clock = { now: () => new Date() },
}: WebhookSmsSettings): SmsProvider => ({
  name: 'webhook',
  async send({ id, to, text }) {
    const body = JSON.stringify({ id, to, text });
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
    const response = await postToProvider({
      provider: 'webhook',
      url,
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': `sha256=${signature}`,
      },
      body,
      timeoutMs,
    });
    await discardBody(response);
    requireTaken('webhook', response.status);
  },
});
