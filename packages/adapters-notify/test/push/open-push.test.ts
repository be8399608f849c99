import t from 'tap';
import { openPush } from '../../src/push/open-push.ts';
import { retryAfterMs } from '../../src/push/provider-response.ts';
import { always, startHttp } from '../sms/start-http.ts';
import { somePush } from './some-push.ts';

t.test('the console prints a line, with the token cut', async (t) => {
  const lines: string[] = [];
  const { sender, close } = await openPush({ isConsole: true, write: (line) => lines.push(line) });
  t.teardown(close);
  const address = 'a-token-that-nobody-reads';
  t.strictSame(await sender.send(somePush({ address }, { title: 'Two\nlines' })), { outcome: 'taken' });
  t.strictSame(await sender.send(somePush({ platform: 'web', address }, { body: '' })), { outcome: 'taken' });
  t.strictSame(lines, [
    'Push to fcm a-token-…: Two lines – The event is cancelled. (event_cancelled)\n',
    'Push to web a-token-…: Lantern concert 🏮 (event_cancelled)\n',
  ]);
  t.equal(await sender.receipt('fcm', 'x'), 'delivered');
});

t.test('each platform has its provider, the console those without', async (t) => {
  const { url, requests } = await startHttp(t, always(200, { data: [{ status: 'ok' }] }));
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const both = await openPush({ isConsole: true, expo: { origin: url }, write });
  t.teardown(both.close);
  await both.sender.send(somePush({ platform: 'expo' }));
  await both.sender.send(somePush({ platform: 'fcm' }));
  t.strictSame([requests.length, lines.length], [1, 1]);
  const one = await openPush({ isConsole: false, expo: { origin: url }, write });
  t.teardown(one.close);
  t.strictSame(await one.sender.send(somePush({ platform: 'fcm' })), { outcome: 'refused' });
  t.equal(await one.sender.receipt('fcm', 'x'), null);
});

t.test('Retry-After is seconds or a date, and never more than a day', async (t) => {
  const now = new Date('2026-06-01T12:00:00Z');
  for (const [text, ms] of [
    [null, null],
    ['soon', null],
    ['0', 0],
    ['90', 90_000],
    ['999999', 86_400_000],
    ['Mon, 01 Jun 2026 12:01:00 GMT', 60_000],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
  ] as const)
    t.equal(retryAfterMs(text, now), ms, String(text));
});
