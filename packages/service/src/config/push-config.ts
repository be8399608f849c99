import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type PushProviderName,
  type PushSettings,
  pushProviderNames,
  type ServiceAccount,
} from '@event-platform/adapters-notify';
import { type Platform, type PushProviders, platforms } from '@event-platform/domain';
import type { Environment } from './environment.ts';

/** The providers in a list, `console` outside production by default; null when one is unknown. */
export const readPushProviders = (text: string): readonly PushProviderName[] | null => {
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => (pushProviderNames as readonly string[]).includes(name))
    ? (names as PushProviderName[])
    : null;
};

export const pushProvidersOf = ({ PUSH, NODE_ENV }: Environment): readonly PushProviderName[] =>
  readPushProviders(PUSH ?? (NODE_ENV === 'production' ? '' : 'console')) ?? [];

/** A text that begins like that, or else what is in the file of that name. */
const orFile = (value: string, beginning: string): string => {
  if (value.startsWith(beginning)) return value;
  try {
    return readFileSync(value, 'utf8').trim();
  } catch {
    return '';
  }
};

const keyOf = (pem: string): KeyObject | null => {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
};

/** In variables the lines of a PEM are often written as `\n`. */
const lines = (pem: string): string => pem.replaceAll('\\n', '\n');

/** Null for anything else than a service account, or the path of one. */
export const readServiceAccount = (value: string): ServiceAccount | null => {
  try {
    const account = JSON.parse(orFile(value, '{')) as Partial<Record<string, unknown>>;
    const { project_id, client_email, private_key, token_uri } = account;
    if (typeof project_id !== 'string' || !/^[\w.:-]+$/.test(project_id)) return null;
    if (typeof client_email !== 'string' || typeof private_key !== 'string') return null;
    if (typeof token_uri !== 'string' || !/^https?:$/.test(new URL(token_uri).protocol)) return null;
    if (keyOf(lines(private_key))?.asymmetricKeyType !== 'rsa') return null;
    return { project_id, client_email, private_key: lines(private_key), token_uri };
  } catch {
    return null;
  }
};

/** The PEM of a key of P-256, or of the file of that path; null for anything else. */
export const readApnsKey = (value: string): string | null => {
  const pem = lines(orFile(value, '-----BEGIN'));
  return keyOf(pem)?.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? pem : null;
};

/** `public:private`, a pair; null for anything else. */
export const readVapidKeys = (
  value: string,
): { readonly publicKey: string; readonly privateKey: string } | null => {
  const [publicKey = '', privateKey = '', ...rest] = value.split(':');
  const [point, secret] = [publicKey, privateKey].map((key) => Buffer.from(key, 'base64url'));
  if (rest.length > 0 || !point || secret?.length !== 32) return null;
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret);
    return pair.getPublicKey().equals(point)
      ? { publicKey: point.toString('base64url'), privateKey: secret.toString('base64url') }
      : null;
  } catch {
    return null;
  }
};

const needs = {
  console: [],
  fcm: ['FCM_CREDENTIALS'],
  apns: ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'],
  expo: [],
  web: ['VAPID_KEYS', 'VAPID_SUBJECT'],
} as const satisfies Record<PushProviderName, readonly (keyof Environment)[]>;

const readers = {
  FCM_CREDENTIALS: [
    readServiceAccount,
    'must be the JSON of a service account, or the path of its file, with project_id, client_email, private_key and token_uri',
  ],
  APNS_KEY: [readApnsKey, 'must be the PEM of a .p8 key (P-256), or the path of its file'],
  VAPID_KEYS: [readVapidKeys, 'must be public:private, a pair of P-256 in base64url'],
} as const;

/** What the chosen providers lack. */
export const pushFaults = (env: Environment): readonly string[] => {
  const providers = pushProvidersOf(env);
  return providers.flatMap((provider) =>
    needs[provider].flatMap((name) => {
      const value = env[name];
      if (value === undefined) return [`${name}: must be set with PUSH=${provider}.`];
      const [read, rule] = name in readers ? readers[name as keyof typeof readers] : [];
      return !read || read(value) !== null ? [] : [`${name}: ${rule}.`];
    }),
  );
};

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;

/** The settings of the chosen providers. */
export const pushOf = (env: Environment): PushSettings => {
  const providers = pushProvidersOf(env);
  const fcm = providers.includes('fcm') ? readServiceAccount(env.FCM_CREDENTIALS ?? '') : null;
  const key = providers.includes('apns') ? readApnsKey(env.APNS_KEY ?? '') : null;
  const vapid = readVapidKeys(env.VAPID_KEYS ?? '');
  return {
    isConsole: providers.includes('console'),
    ...(fcm && { fcm: { credentials: fcm, origin: originOf(env.FCM_URL) } }),
    ...(key &&
      env.APNS_KEY_ID &&
      env.APNS_TEAM_ID &&
      env.APNS_TOPIC && {
        apns: {
          ...{ key, keyId: env.APNS_KEY_ID, teamId: env.APNS_TEAM_ID, topic: env.APNS_TOPIC },
          origin: originOf(env.APNS_URL),
        },
      }),
    ...(providers.includes('expo') && {
      expo: { accessToken: env.EXPO_ACCESS_TOKEN, origin: originOf(env.EXPO_URL) },
    }),
    ...(providers.includes('web') &&
      vapid &&
      env.VAPID_SUBJECT && {
        web: { ...vapid, subject: env.VAPID_SUBJECT, allowLoopback: env.NODE_ENV !== 'production' },
      }),
  };
};

const providerOf: Readonly<Record<Platform, Exclude<PushProviderName, 'console'>>> = {
  fcm: 'fcm',
  apns: 'apns',
  apns_sandbox: 'apns',
  expo: 'expo',
  web: 'web',
};

/** Which platforms devices may have. With `console` browsers get a key where one is set. */
export const pushProvidersFor = (env: Environment): PushProviders => {
  const providers = pushProvidersOf(env);
  const isConsole = providers.includes('console');
  return {
    platforms: platforms.filter((platform) => isConsole || providers.includes(providerOf[platform])),
    webPublicKey:
      isConsole || providers.includes('web')
        ? (readVapidKeys(env.VAPID_KEYS ?? '')?.publicKey ?? null)
        : null,
  };
};
