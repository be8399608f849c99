import type { Push } from '@event-platform/domain';
import { createSigner } from 'fast-jwt';
import { http2Origin } from './http2-origin.ts';
import { type PushProvider, providerTimeoutMs, resultOf, unanswered } from './provider-response.ts';
import type { ApnsSettings } from './push-settings.ts';

const appleOrigin = 'https://api.push.apple.com';
const sandboxOrigin = 'https://api.sandbox.push.apple.com';
/** Apple takes a token for an hour, and refuses one that is renewed within 20 minutes. */
const tokenMs = 50 * 60_000;

const payloadOf = ({ title, body, data, badge }: Push) => ({
  aps: { alert: { title, body }, badge, sound: 'default' },
  data,
});

const reasonOf = (body: string): unknown => {
  try {
    return (JSON.parse(body) as { readonly reason?: unknown }).reason;
  } catch {
    return undefined;
  }
};

/** Apple Push Notification service, with tokens of a key. */
export const apnsPush = ({ key, keyId, teamId, topic, origin }: ApnsSettings): PushProvider => {
  const sign = createSigner({ key, algorithm: 'ES256', iss: teamId, kid: keyId });
  let token = { text: '', until: 0 };
  const currentToken = (): string => {
    if (token.until < Date.now()) token = { text: sign({}), until: Date.now() + tokenMs };
    return token.text;
  };
  const production = http2Origin(origin ?? appleOrigin, providerTimeoutMs);
  const sandbox = origin ? production : http2Origin(sandboxOrigin, providerTimeoutMs);
  return {
    send: async (push) => {
      const { to, collapseKey, expiresAt } = push;
      try {
        const { status, headers, body } = await (to.platform === 'apns_sandbox' ? sandbox : production).post(
          {
            ':path': `/3/device/${encodeURIComponent(to.address)}`,
            authorization: `bearer ${currentToken()}`,
            'apns-topic': topic,
            'apns-push-type': 'alert',
            'apns-priority': '10',
            'apns-collapse-id': collapseKey,
            'apns-expiration': String(Math.floor(expiresAt.getTime() / 1_000)),
            'content-type': 'application/json',
          },
          JSON.stringify(payloadOf(push)),
        );
        if (status === 410 || reasonOf(body) === 'BadDeviceToken') return { outcome: 'gone' };
        if (reasonOf(body) === 'ExpiredProviderToken') token = { text: '', until: 0 };
        return resultOf({ status, retryAfter: headers['retry-after'] ?? null }, new Date());
      } catch {
        return unanswered;
      }
    },
    receipt: async () => 'delivered',
    close: async () => {
      await Promise.all([production.close(), sandbox.close()]);
    },
  };
};
