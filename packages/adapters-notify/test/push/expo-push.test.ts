import type { ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { expoPush } from '../../src/push/expo-push.ts';
import { always, hangUp, startHttp } from '../sms/start-http.ts';
import { somePush } from './some-push.ts';

const openScene = async (t: Test, accessToken?: string) => {
  const answers: { current: (response: ServerResponse, request: never) => void } = {
    current: always(200, { data: [{ status: 'ok', id: 'receipt-1' }] }) as never,
  };
  const { url, requests } = await startHttp(t, (response, request) =>
    answers.current(response, request as never),
  );
  const sender = expoPush({ accessToken, origin: url });
  t.teardown(sender.close);
  return { answers, requests, sender };
};

const to = { platform: 'expo', address: 'ExponentPushToken[abc]' } as const;

t.test('a push is sent, and asked after', async (t) => {
  const { answers, requests, sender } = await openScene(t, 'secret');
  const push = somePush(to);
  t.strictSame(await sender.send(push), { outcome: 'taken', receiptId: 'receipt-1' });
  const [request] = requests;
  t.match(request, {
    method: 'POST',
    path: '/--/api/v2/push/send',
    headers: { authorization: 'Bearer secret' },
  });
  const { title, body, data, collapseKey } = push;
  t.strictSame(JSON.parse(request?.body ?? ''), [
    {
      ...{ to: to.address, title, body, data, badge: 3, sound: 'default', priority: 'high' },
      ...{ channelId: 'notices', ttl: 3_600, collapseId: collapseKey, tag: collapseKey },
    },
  ]);
  for (const [body, receipt] of [
    [{ data: { 'receipt-1': { status: 'ok' } } }, 'delivered'],
    [{ data: { 'receipt-1': { status: 'error', details: { error: 'DeviceNotRegistered' } } } }, 'gone'],
    [{ data: { 'receipt-1': { status: 'error', details: { error: 'MessageTooBig' } } } }, 'delivered'],
    [{ data: {} }, null],
    ['nonsense', null],
  ] as const) {
    answers.current = always(200, body) as never;
    t.equal(await sender.receipt('expo', 'receipt-1'), receipt);
  }
  t.match(requests.at(-1), { path: '/--/api/v2/push/getReceipts', body: '{"ids":["receipt-1"]}' });
  answers.current = hangUp as never;
  t.equal(await sender.receipt('expo', 'receipt-1'), null);
});

t.test('what it answers', async (t) => {
  const { answers, requests, sender } = await openScene(t);
  const error = (name: string) => always(200, { data: [{ status: 'error', details: { error: name } }] });
  for (const [answer, result] of [
    [always(200, { data: { status: 'ok', id: 'r' } }), { outcome: 'taken', receiptId: 'r' }],
    [always(200, { data: [{ status: 'ok' }] }), { outcome: 'taken' }],
    [error('DeviceNotRegistered'), { outcome: 'gone' }],
    [error('MessageRateExceeded'), { outcome: 'failed', retryAfterMs: null }],
    [error('InvalidCredentials'), { outcome: 'denied' }],
    [error('MessageTooBig'), { outcome: 'refused' }],
    [always(401), { outcome: 'denied' }],
    [always(400), { outcome: 'refused' }],
    [always(502), { outcome: 'failed', retryAfterMs: null }],
    [hangUp, { outcome: 'failed', retryAfterMs: null }],
  ] as const) {
    answers.current = answer as never;
    t.strictSame(await sender.send(somePush(to)), result);
  }
  t.equal(requests[0]?.headers.authorization, undefined);
});
