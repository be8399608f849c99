import type { WebhookMessage, WebhookSender } from '@event-platform/domain';
import { postToEndpoint } from './post-to-endpoint.ts';
import type { AddressRules } from './public-address.ts';
import { signedHeaders } from './webhook-signature.ts';

export interface WebhookSenderSettings extends AddressRules {
  readonly appName: string;
  /** How long a try may take; 15 s by default. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

const printable = /[^ -~]/g;

/** Posts messages to endpoints of unknown callers. Of a response the status is read and nothing else. */
export const httpWebhookSender = (settings: WebhookSenderSettings): WebhookSender => ({
  post: (message) => post(message, settings).catch(() => null),
});

const post = async (
  { url, isTrusted, ...message }: WebhookMessage,
  { appName, timeoutMs = defaultTimeoutMs, ...rules }: WebhookSenderSettings,
): Promise<number> => {
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${appName.replace(printable, '?')} webhooks`,
    ...signedHeaders(message),
  };
  const { status } = await postToEndpoint({ url, headers, body: message.body, timeoutMs, isTrusted }, rules);
  return status;
};
