import type { Push, PushResult } from '@event-platform/domain';
import { createSigner } from 'fast-jwt';
import { postJson } from './post-json.ts';
import { type PushProvider, resultOf, unanswered } from './provider-response.ts';
import type { FcmSettings } from './push-settings.ts';

const googleOrigin = 'https://fcm.googleapis.com';
const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const assertionMs = 3_600_000;
/** An access token is renewed so long before it ends. */
const reserveMs = 60_000;

const messageOf = ({ to, title, body, data, collapseKey, badge, at, expiresAt }: Push) => ({
  token: to.address,
  notification: { title, body },
  data,
  android: {
    collapse_key: collapseKey,
    priority: 'HIGH',
    ttl: `${Math.floor((expiresAt.getTime() - at.getTime()) / 1_000)}s`,
    notification: { channel_id: 'notices', tag: collapseKey },
  },
  apns: {
    headers: {
      'apns-collapse-id': collapseKey,
      'apns-expiration': String(Math.floor(expiresAt.getTime() / 1_000)),
      'apns-priority': '10',
    },
    payload: { aps: { badge, sound: 'default' } },
  },
});

/** The access token of a service account (RFC 7523), kept until it ends; an object is why there is none. */
const accessTokens = ({ client_email, private_key, token_uri }: FcmSettings['credentials']) => {
  const sign = createSigner({
    ...{ key: private_key, algorithm: 'RS256', iss: client_email, aud: token_uri, expiresIn: assertionMs },
  });
  let current: { readonly token: Promise<string | PushResult>; until: number } | undefined;
  const fetchToken = async (): Promise<string | PushResult> => {
    const response = await postJson(token_uri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: sign({ scope }),
      }).toString(),
    });
    const { access_token: token, expires_in: seconds } = (response?.body ?? {}) as Record<string, unknown>;
    if (response?.status === 200 && typeof token === 'string') {
      if (current) current.until = Date.now() + Number(seconds ?? 3_600) * 1_000 - reserveMs;
      return token;
    }
    current = undefined;
    if (!response) return unanswered;
    const result = resultOf(response, new Date());
    return result.outcome === 'failed' ? result : { outcome: 'denied' };
  };
  return {
    get: (): Promise<string | PushResult> => {
      if (!current || current.until < Date.now()) {
        current = { token: Promise.resolve(unanswered), until: Number.POSITIVE_INFINITY };
        current = Object.assign(current, { token: fetchToken() });
      }
      return current.token;
    },
    forget: () => {
      current = undefined;
    },
  };
};

interface FcmError {
  readonly error?: {
    readonly status?: string;
    readonly details?: readonly { readonly errorCode?: string }[];
  };
}

const isUnregistered = (body: unknown): boolean =>
  ((body as FcmError | null)?.error?.details ?? []).some(({ errorCode }) => errorCode === 'UNREGISTERED');

/** Firebase Cloud Messaging, HTTP v1. */
export const fcmPush = ({ credentials, origin = googleOrigin }: FcmSettings): PushProvider => {
  const tokens = accessTokens(credentials);
  const url = `${origin}/v1/projects/${credentials.project_id}/messages:send`;
  return {
    send: async (push) => {
      const token = await tokens.get();
      if (typeof token !== 'string') return token;
      const response = await postJson(url, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: messageOf(push) }),
      });
      if (!response) return unanswered;
      if (response.status === 404 || isUnregistered(response.body)) return { outcome: 'gone' };
      if (response.status === 401) tokens.forget();
      return resultOf(response, new Date());
    },
    receipt: async () => 'delivered',
    close: async () => undefined,
  };
};
