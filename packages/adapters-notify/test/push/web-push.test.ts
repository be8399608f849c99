import type { ServerResponse } from 'node:http';
import t from 'tap';
import { webPush } from '../../src/push/web-push.ts';
import {
  openBrowser,
  openPushService,
  vapidKeys,
  verifyWebPush,
  type WebPushRequest,
} from './fakes/browser.ts';
import { somePush } from './some-push.ts';

t.test('a push is encrypted for the browser and signed by the service', async (t) => {
  const { origin, requests } = await openPushService(t);
  const sender = webPush({ ...vapidKeys, allowLoopback: true });
  t.teardown(sender.close);
  const { to, read } = openBrowser(`${origin}/push/abc`);
  const push = somePush(to);
  t.strictSame(await sender.send(push), { outcome: 'taken' });
  const [{ path, headers, body } = {} as WebPushRequest] = requests;
  t.equal(path, '/push/abc');
  t.match(headers, { ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' });
  const { title, data, collapseKey, badge } = push;
  t.strictSame(read(body), { title, body: push.body, data, tag: collapseKey, badge });
  t.match(headers['topic'], /^[A-Za-z0-9_-]{32}$/);
  await sender.send(somePush(to, { title: 'Another' }));
  await sender.send(somePush(to, { collapseKey: 'other' }));
  t.equal(requests[1]?.headers['topic'], headers['topic'], 'it replaces the first');
  t.not(requests[2]?.headers['topic'], headers['topic']);

  const { payload } = await verifyWebPush({ path, headers, body }, origin);
  t.ok(Number(payload.exp) * 1_000 < Date.now() + 86_400_000);
  t.equal(await sender.receipt('web', 'x'), 'delivered');
});

t.test('what endpoints answer', async (t) => {
  const { origin, answers } = await openPushService(t);
  const sender = webPush({ ...vapidKeys, allowLoopback: true });
  t.teardown(sender.close);
  const { to } = openBrowser(`${origin}/push/abc`);
  const status =
    (code: number, headers = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(code, headers).end('a body that nobody reads'.repeat(1_000));
  for (const [answer, result] of [
    [status(404), { outcome: 'gone' }],
    [status(410), { outcome: 'gone' }],
    [status(401), { outcome: 'denied' }],
    [status(403), { outcome: 'denied' }],
    [status(413), { outcome: 'refused' }],
    [status(429, { 'retry-after': '60' }), { outcome: 'failed', retryAfterMs: 60_000 }],
    [status(500), { outcome: 'failed', retryAfterMs: null }],
    [status(302, { location: 'http://127.0.0.1/' }), { outcome: 'refused' }],
    [(response: ServerResponse) => response.destroy(), { outcome: 'failed', retryAfterMs: null }],
    [status(201), { outcome: 'taken' }],
  ] as const) {
    answers.current = answer as (response: ServerResponse) => void;
    t.strictSame(await sender.send(somePush(to)), result);
  }
});

t.test('endpoints in private networks are not called', async (t) => {
  const { origin, requests } = await openPushService(t);
  const sender = webPush({ ...vapidKeys, allowLoopback: false });
  t.teardown(sender.close);
  for (const endpoint of [origin, origin.replace('localhost', '127.0.0.1'), 'https://10.0.0.1/'])
    t.strictSame(await sender.send(somePush(openBrowser(endpoint).to)), {
      outcome: 'failed',
      retryAfterMs: null,
    });
  t.equal(requests.length, 0);
});

t.test('keys that nothing can be encrypted for are refused', async (t) => {
  const sender = webPush({ ...vapidKeys, allowLoopback: true });
  t.teardown(sender.close);
  const { to } = openBrowser('https://localhost:1/');
  const keys = { ...to.keys, p256dh: `BA${'A'.repeat(85)}` };
  t.strictSame(await sender.send(somePush({ ...to, keys })), { outcome: 'gone' });
  t.strictSame(await sender.send(somePush({ ...to, keys: null })), { outcome: 'refused' });
});
