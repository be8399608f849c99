import type { Http2ServerResponse } from 'node:http2';
import t, { type Test } from 'tap';
import { apnsPush } from '../../src/push/apns-push.ts';
import { http2Origin } from '../../src/push/http2-origin.ts';
import {
  type ApplePush,
  appleAnswer as answering,
  appleKey,
  openApple,
  verifyApplePush,
} from './fakes/apple.ts';
import { somePush } from './some-push.ts';

const to = {
  platform: 'apns',
  address: '00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0',
} as const;

const openScene = async (t: Test) => {
  const apns = await openApple(t);
  const sender = apnsPush({ ...appleKey, origin: apns.origin });
  t.teardown(sender.close);
  return { ...apns, sender };
};

t.test('pushes share a connection and a token of the key', async (t) => {
  const { requests, sender, connections } = await openScene(t);
  const push = somePush(to);
  const results = await Promise.all(Array.from({ length: 50 }, () => sender.send(push)));
  t.ok(results.every(({ outcome }) => outcome === 'taken'));
  t.strictSame(await sender.send(somePush({ ...to, platform: 'apns_sandbox' })), { outcome: 'taken' });
  t.equal(connections(), 1);
  const [{ headers, body } = {} as ApplePush] = requests;
  t.match(headers, {
    ':method': 'POST',
    ':path': `/3/device/${to.address}`,
    'apns-topic': 'com.example.events',
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-collapse-id': push.collapseKey,
    'apns-expiration': String(Math.floor(push.expiresAt.getTime() / 1_000)),
  });
  t.ok(push.collapseKey.length <= 64);
  const { title, data, badge } = push;
  t.strictSame(JSON.parse(body), {
    aps: { alert: { title, body: push.body }, badge, sound: 'default' },
    data,
  });
  const { protectedHeader, payload } = await verifyApplePush({ headers, body });
  t.match(protectedHeader, { alg: 'ES256', kid: 'ABC1234567' });
  t.ok(Math.abs(Number(payload.iat) * 1_000 - Date.now()) < 60_000);
  t.equal(new Set(requests.map((request) => request.headers['authorization'])).size, 1);
  t.equal(await sender.receipt('apns', 'x'), 'delivered');
});

t.test('what it answers', async (t) => {
  const { answers, requests, sender } = await openScene(t);
  for (const [answer, result] of [
    [answering(410, 'Unregistered'), { outcome: 'gone' }],
    [answering(400, 'BadDeviceToken'), { outcome: 'gone' }],
    [answering(400, 'DeviceTokenNotForTopic'), { outcome: 'refused' }],
    [answering(403, 'InvalidProviderToken'), { outcome: 'denied' }],
    [answering(429, 'TooManyRequests', { 'retry-after': '7' }), { outcome: 'failed', retryAfterMs: 7_000 }],
    [answering(500, 'InternalServerError'), { outcome: 'failed', retryAfterMs: null }],
    [answering(503), { outcome: 'failed', retryAfterMs: null }],
    [(response: Http2ServerResponse) => response.stream.close(), { outcome: 'failed', retryAfterMs: null }],
    [answering(200), { outcome: 'taken' }],
  ] as const) {
    answers.current = answer as typeof answers.current;
    t.strictSame(await sender.send(somePush(to)), result);
  }
  await sender.send(somePush({ ...to, address: '../x?y' }));
  t.equal(requests.at(-1)?.headers[':path'], '/3/device/..%2Fx%3Fy');
});

t.test('a connection that ends is made anew', async (t) => {
  const { sessions, sender, connections } = await openScene(t);
  t.strictSame(await sender.send(somePush(to)), { outcome: 'taken' });
  for (const end of ['goaway', 'destroy'] as const) {
    for (const session of sessions) session[end]();
    // One that is on its way meanwhile is tried again by the queue.
    await sender.send(somePush(to));
    t.strictSame(await sender.send(somePush(to)), { outcome: 'taken' }, end);
  }
  t.ok(connections() > 1);
});

t.test('so is one whose server does not answer', async (t) => {
  const { answers, origin, connections, requests } = await openApple(t);
  answers.current = () => undefined;
  const client = http2Origin(origin, 1_000);
  t.teardown(client.close);
  await t.rejects(client.post({ ':path': '/' }, ''), { message: 'no response in time' });
  answers.current = answering(200);
  t.match(await client.post({ ':path': '/' }, ''), { status: 200, body: '' });
  t.strictSame([connections(), requests.length], [2, 2]);
});

t.test('no connection is no answer', async (t) => {
  const client = http2Origin('https://127.0.0.1:1', 5_000);
  await t.rejects(client.post({ ':path': '/' }, ''));
  await client.close();
});
