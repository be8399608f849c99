import { createHmac } from 'node:crypto';
import { discardBody, postToProvider, providerTimeoutMs, requireTaken } from './post-to-provider.ts';
import type { SmsProvider } from './sms-provider.ts';

export interface WebhookSmsSettings {
  readonly url: string;
  /** Key of the signature; the receiver holds the same. */
  readonly secret: string;
  readonly timeoutMs?: number | undefined;
}

/**
 * Hands each message to an HTTP endpoint of one's own: `POST {"id", "to", "text"}` as JSON with
 * `X-Signature: sha256=<hex HMAC-SHA256 of the body's bytes>`. Any 2xx means taken. A message may come twice
 * with one `id`, so the receiver should send it once.
 */
export const webhookSms = ({
  url,
  secret,
  timeoutMs = providerTimeoutMs,
}: WebhookSmsSettings): SmsProvider => ({
  name: 'webhook',
  async send({ id, to, text }) {
    const body = JSON.stringify({ id, to, text });
    const signature = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
    const response = await postToProvider({
      provider: 'webhook',
      url,
      headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
      body,
      timeoutMs,
    });
    await discardBody(response);
    requireTaken('webhook', response.status);
  },
});
