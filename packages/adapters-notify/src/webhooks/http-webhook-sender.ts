import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { WebhookMessage, WebhookSender } from '@event-platform/domain';
import { type AddressRules, checkLiteral, publicLookup } from './public-address.ts';
import { signedHeaders } from './webhook-signature.ts';

export interface WebhookSenderSettings extends AddressRules {
  readonly appName: string;
  /** How long a try may take; 15 s by default. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

const printable = /[^ -~]/g;

/**
 * Posts messages to endpoints of unknown callers: over https, to public addresses alone, without following redirects. Of a
 * response the status is read and nothing else.
 */
export const httpWebhookSender = (settings: WebhookSenderSettings): WebhookSender => ({
  post: (message) => post(message, settings).catch(() => null),
});

const post = async (
  { url, isTrusted, ...message }: WebhookMessage,
  { appName, timeoutMs = defaultTimeoutMs, ...rules }: WebhookSenderSettings,
): Promise<number> => {
  const target = new URL(url);
  const mayBePlain = isTrusted || rules.allowLoopback;
  if (target.protocol !== 'https:' && !(mayBePlain && target.protocol === 'http:'))
    throw new Error('The endpoint has to be https');
  if (!isTrusted) checkLiteral(target.hostname, rules);
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<number>((resolve, reject) => {
    const call = request(
      target,
      {
        method: 'POST',
        // A connection of its own, which ends with the response: a pooled one would skip the check of its address.
        agent: false,
        ...(!isTrusted && { lookup: publicLookup(rules) }),
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(message.body),
          'user-agent': `${appName.replace(printable, '?')} webhooks`,
          ...signedHeaders(message),
        },
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    call.on('error', reject);
    call.end(message.body);
  });
};
