import t, { type Test } from 'tap';
import { fcmPush } from '../../src/push/fcm-push.ts';
import { hangUp, type Recorded } from '../sms/start-http.ts';
import { googleAnswer as answering, openGoogle } from './fakes/google.ts';
import { somePush } from './some-push.ts';

const openScene = async (t: Test) => {
  const google = await openGoogle(t);
  const sender = fcmPush({ credentials: google.credentials, origin: google.url });
  t.teardown(sender.close);
  return { ...google, sender };
};

t.test('a push is sent with an access token of the service account', async (t) => {
  const { sender, tokenRequests, sends, verify } = await openScene(t);
  const push = somePush({});
  t.strictSame(await Promise.all([sender.send(push), sender.send(push), sender.send(push)]), [
    { outcome: 'taken' },
    { outcome: 'taken' },
    { outcome: 'taken' },
  ]);
  t.equal(tokenRequests().length, 1, 'asked for once');
  const form = new URLSearchParams(tokenRequests()[0]?.body);
  t.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
  const { payload, protectedHeader } = await verify(tokenRequests()[0] as Recorded);
  t.equal(protectedHeader.alg, 'RS256');
  t.equal(payload['scope'], 'https://www.googleapis.com/auth/firebase.messaging');
  t.equal(Number(payload.exp) - Number(payload.iat), 3_600);
  const [{ path, headers, body } = {} as Recorded] = sends();
  t.equal(path, '/v1/projects/lantern/messages:send');
  t.equal(headers.authorization, 'Bearer ya29.access');
  const { collapseKey, title, data, expiresAt } = push;
  t.strictSame(JSON.parse(body), {
    message: {
      token: 'device-token',
      notification: { title, body: push.body },
      data,
      android: {
        collapse_key: collapseKey,
        priority: 'HIGH',
        ttl: '3600s',
        notification: { channel_id: 'notices', tag: collapseKey },
      },
      apns: {
        headers: {
          'apns-collapse-id': collapseKey,
          'apns-expiration': String(Math.floor(expiresAt.getTime() / 1_000)),
          'apns-priority': '10',
        },
        payload: { aps: { badge: 3, sound: 'default' } },
      },
    },
  });
});

t.test('what it answers', async (t) => {
  const { answers, sender, tokenRequests } = await openScene(t);
  const unregistered = { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } };
  for (const [answer, result] of [
    [answering(404, unregistered), { outcome: 'gone' }],
    [answering(404), { outcome: 'gone' }],
    [answering(400, unregistered), { outcome: 'gone' }],
    [answering(400, { error: { status: 'INVALID_ARGUMENT' } }), { outcome: 'refused' }],
    [answering(403), { outcome: 'denied' }],
    [answering(429, {}, { 'retry-after': '30' }), { outcome: 'failed', retryAfterMs: 30_000 }],
    [answering(503), { outcome: 'failed', retryAfterMs: null }],
    [answering(500, 'no object'), { outcome: 'failed', retryAfterMs: null }],
    [hangUp, { outcome: 'failed', retryAfterMs: null }],
  ] as const) {
    answers.send = answer as typeof answers.send;
    t.strictSame(await sender.send(somePush({})), result);
  }
  t.equal(tokenRequests().length, 1);
  answers.send = answering(401);
  t.strictSame(await sender.send(somePush({})), { outcome: 'denied' });
  answers.send = answering(200);
  t.strictSame(await sender.send(somePush({})), { outcome: 'taken' });
  t.equal(tokenRequests().length, 2, 'with a new token');
  t.equal(await sender.receipt('fcm', 'x'), 'delivered');
});

t.test('without an access token nothing is sent', async (t) => {
  const { answers, sender, sends, tokenRequests } = await openScene(t);
  for (const [answer, result] of [
    [answering(400, { error: 'invalid_grant' }), { outcome: 'denied' }],
    [answering(200, {}), { outcome: 'denied' }],
    [answering(503, {}, { 'retry-after': '5' }), { outcome: 'failed', retryAfterMs: 5_000 }],
    [hangUp, { outcome: 'failed', retryAfterMs: null }],
  ] as const) {
    answers.token = answer as typeof answers.send;
    t.strictSame(await sender.send(somePush({})), result);
  }
  t.equal(sends().length, 0);
  answers.token = answering(200, { access_token: 'short', expires_in: 60 });
  for (const _ of [1, 2]) t.strictSame(await sender.send(somePush({})), { outcome: 'taken' });
  t.equal(tokenRequests().length, 6, 'one that ends is renewed');
});
