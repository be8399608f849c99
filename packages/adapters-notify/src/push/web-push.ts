import { hash } from 'node:crypto';
import { Agent } from 'node:https';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { Push, WebKeys } from '@event-platform/domain';
import { postToEndpoint } from '../webhooks/post-to-endpoint.ts';
import { type PushProvider, providerTimeoutMs, resultOf, unanswered } from './provider-response.ts';
import type { WebPushSettings } from './push-settings.ts';

/** RFC 8030 section 5.4: at most 32 characters of base64url. */
const topicOf = (collapseKey: string): string => hash('sha256', collapseKey, 'base64url').slice(0, 32);

const payloadOf = ({ title, body, data, collapseKey, badge }: Push) => ({
  title,
  body,
  data: { ...data },
  tag: collapseKey,
  badge,
});

const requestOf = async (
  push: Push,
  endpoint: string,
  keys: WebKeys,
  vapid: Omit<WebPushSettings, 'allowLoopback'>,
) => {
  const { at, expiresAt, collapseKey } = push;
  const ttl = Math.floor((expiresAt.getTime() - at.getTime()) / 1_000);
  const { headers, body } = await buildPushPayload(
    { data: JSON.stringify(payloadOf(push)), options: { ttl, urgency: 'high', topic: topicOf(collapseKey) } },
    { endpoint, expirationTime: null, keys: { ...keys } },
    vapid,
  );
  return { headers, body };
};

/** Web Push (RFC 8030) to the endpoints of browsers, which strangers name. */
export const webPush = ({ allowLoopback, ...vapid }: WebPushSettings): PushProvider => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 4, timeout: providerTimeoutMs });
  return {
    send: async (push) => {
      const { to } = push;
      if (!to.keys) return { outcome: 'refused' };
      const request = await requestOf(push, to.address, to.keys, vapid).catch(() => null);
      // The keys are none of a browser.
      if (!request) return { outcome: 'gone' };
      try {
        const response = await postToEndpoint(
          { url: to.address, ...request, timeoutMs: providerTimeoutMs, agent },
          { allowLoopback },
        );
        if (response.status === 404 || response.status === 410) return { outcome: 'gone' };
        return resultOf(response, new Date());
      } catch {
        return unanswered;
      }
    },
    receipt: async () => 'delivered',
    close: async () => agent.destroy(),
  };
};
