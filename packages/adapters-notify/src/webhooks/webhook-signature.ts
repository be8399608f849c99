import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '@event-platform/domain';

const prefix = 'whsec_';

/** The headers of one try: each secret signs id, time and body (Standard Webhooks 1.0). */
export const signedHeaders = ({
  id,
  at,
  body,
  secrets,
}: Omit<WebhookMessage, 'url' | 'isTrusted'>): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secret.startsWith(prefix) ? prefix.length : 0), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
};
