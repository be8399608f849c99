import type { ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { appleKey, openApple, verifyApplePush } from '../../../adapters-notify/test/push/fakes/apple.ts';
import {
  openBrowser,
  openPushService,
  vapidKeys,
  verifyWebPush,
} from '../../../adapters-notify/test/push/fakes/browser.ts';
import { openGoogle } from '../../../adapters-notify/test/push/fakes/google.ts';
import { startHttp } from '../../../adapters-notify/test/sms/start-http.ts';

export interface Shown {
  readonly title: string;
  readonly body: string;
  /** What it replaces on the screen. */
  readonly key: string;
  readonly data: Readonly<Record<string, string>>;
}

type Response = Pick<ServerResponse, 'writeHead' | 'end'>;

interface Provider<Request> {
  readonly platform: string;
  readonly token: unknown;
  /** What reached the provider, the first first. */
  readonly requests: () => readonly Request[];
  /** Rejects what the provider, or the phone, would refuse. */
  readonly read: (request: Request) => Promise<Shown>;
  readonly answer: (respond: (response: Response) => void) => void;
  /** Status and body. */
  readonly taken: readonly [number, unknown];
  readonly gone: readonly [number, unknown];
}

const respond =
  ([status, body]: readonly [number, unknown], headers: Readonly<Record<string, string>> = {}) =>
  (response: Response): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** A phone, and the provider that reaches it. */
const phoneOf = <Request>({ platform, token, requests, read, answer, taken, gone }: Provider<Request>) => {
  const held: Response[] = [];
  const pushes = new Map<Request, Promise<Shown>>();
  const take = () => answer(respond(taken));
  take();
  return {
    platform,
    token,
    shown: (): Promise<readonly Shown[]> => {
      for (const request of requests()) if (!pushes.has(request)) pushes.set(request, read(request));
      return Promise.all(pushes.values());
    },
    tries: (): number => requests().length,
    take,
    lose: () => answer(respond(gone)),
    fail: (status: number, headers = {}) => answer(respond([status, {}], headers)),
    /** Answers nothing until it is told to take. */
    hang: () => answer((response) => void held.push(response)),
    held,
    release: () => {
      take();
      for (const response of held.splice(0)) respond(taken)(response);
    },
  };
};

export type Phone = ReturnType<typeof phoneOf>;

const openAndroid = async (t: Test) => {
  const { url, answers, credentials, tokenRequests, sends, verify } = await openGoogle(t);
  const phone = phoneOf({
    ...{ platform: 'fcm', token: 'fcm-token', requests: sends },
    read: async ({ headers, body }) => {
      for (const request of tokenRequests()) await verify(request);
      if (headers.authorization !== 'Bearer ya29.access') throw new Error('no access token');
      const { notification, data, android } = JSON.parse(body).message;
      return { ...notification, data, key: android.collapse_key };
    },
    answer: (send) => {
      answers.send = send;
    },
    taken: [200, { name: 'projects/lantern/messages/1' }],
    gone: [404, { error: { details: [{ errorCode: 'UNREGISTERED' }] } }],
  });
  return { phone, settings: { FCM_URL: url, FCM_CREDENTIALS: JSON.stringify(credentials) } };
};

const openIphone = async (t: Test) => {
  const { origin, requests, answers } = await openApple(t);
  const phone = phoneOf({
    ...{ platform: 'apns', token: '00fc13adff785122b4ad28809a342098', requests: () => requests },
    read: async (request) => {
      await verifyApplePush(request);
      const { aps, data } = JSON.parse(request.body);
      return { ...aps.alert, data, key: String(request.headers['apns-collapse-id']) };
    },
    answer: (current) => {
      answers.current = (response) => current(response as unknown as Response);
    },
    taken: [200, {}],
    gone: [410, { reason: 'Unregistered' }],
  });
  const { key, keyId, teamId, topic } = appleKey;
  const settings = { APNS_KEY: key, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic };
  return { phone, settings: { ...settings, APNS_URL: origin } };
};

const openExpo = async (t: Test) => {
  const answers: { current: (response: Response) => void } = { current: () => undefined };
  const { url, requests } = await startHttp(t, (response) => answers.current(response));
  const phone = phoneOf({
    ...{ platform: 'expo', token: 'ExponentPushToken[bob]', requests: () => requests },
    read: async ({ body: text }) => {
      const [{ title, body, data, collapseId }] = JSON.parse(text);
      return { title, body, data, key: collapseId };
    },
    answer: (current) => {
      answers.current = current;
    },
    taken: [200, { data: [{ status: 'ok' }] }],
    gone: [200, { data: [{ status: 'error', details: { error: 'DeviceNotRegistered' } }] }],
  });
  return { phone, settings: { EXPO_URL: url } };
};

const openWeb = async (t: Test) => {
  const { origin, requests, answers } = await openPushService(t);
  const { to, read } = openBrowser(`${origin}/push/bob`);
  const phone = phoneOf({
    ...{ platform: 'web', token: { endpoint: to.address, keys: to.keys }, requests: () => requests },
    read: async (request) => {
      await verifyWebPush(request, origin);
      const { title, body, data, tag } = read(request.body) as Shown & { readonly tag: string };
      return { title, body, data, key: tag };
    },
    answer: (current) => {
      answers.current = current;
    },
    taken: [201, {}],
    gone: [410, {}],
  });
  const { publicKey, privateKey, subject } = vapidKeys;
  return { phone, settings: { VAPID_KEYS: `${publicKey}:${privateKey}`, VAPID_SUBJECT: subject } };
};

/** A phone of each kind, and the settings of a service that reaches all. */
export const openPhones = async (t: Test) => {
  const [android, iphone, expo, web] = await Promise.all([
    openAndroid(t),
    openIphone(t),
    openExpo(t),
    openWeb(t),
  ]);
  const settings = {
    PUSH: 'fcm,apns,expo,web',
    ...{ ...android.settings, ...iphone.settings, ...expo.settings, ...web.settings },
  };
  return { phones: [android.phone, iphone.phone, expo.phone, web.phone], settings };
};
