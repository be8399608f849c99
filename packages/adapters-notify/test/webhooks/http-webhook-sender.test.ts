import type { WebhookMessage } from '@event-platform/domain';
import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { httpWebhookSender, type WebhookSenderSettings } from '../../src/webhooks/http-webhook-sender.ts';
import type { Resolver } from '../../src/webhooks/public-address.ts';
import { always, hangUp, never, startHttp, unusedUrl } from '../sms/start-http.ts';

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];

const message = (url: string, more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  url,
  id: '0198c0de-0000-7000-8000-00000000000a',
  at: new Date(),
  body: '{"type":"rsvp.changed","timestamp":"2026-06-01T12:00:00.000Z","data":{"status":null}}',
  secrets,
  isTrusted: false,
  ...more,
});

const post = (
  url: string,
  settings: Partial<WebhookSenderSettings> = {},
  more: Partial<WebhookMessage> = {},
) => httpWebhookSender({ appName: 'Gather €', ...settings }).post(message(url, more));

const local = { allowLoopback: true } as const;

/** A resolver that gives these addresses, one list a call. */
const resolving = (...answers: readonly (readonly string[])[]): Resolver => {
  let calls = 0;
  return (_host, done) => {
    const addresses = answers[Math.min(calls, answers.length - 1)] ?? [];
    calls += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
};

t.test('a message is signed so that the library of Standard Webhooks takes it, by each secret', async (t) => {
  const { url, requests } = await startHttp(t, always(204));
  t.equal(await post(`${url}/hook?x=1`, local), 204);
  const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] = requests;
  t.strictSame([method, path, body], ['POST', '/hook?x=1', message('').body]);
  t.match(headers, {
    'content-type': 'application/json',
    'user-agent': 'Gather ? webhooks',
    'webhook-id': message('').id,
  });
  for (const secret of secrets)
    t.ok(new Webhook(secret).verify(body, headers as Record<string, string>), 'a secret that signs');
  t.throws(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers as Record<string, string>));
});

t.test('a redirect is not followed, a status is all that is read', async (t) => {
  const target = await startHttp(t, always(200));
  const { url } = await startHttp(t, (response) => {
    response.writeHead(302, { location: target.url }).end('x'.repeat(1_000_000));
  });
  t.equal(await post(url, local), 302);
  t.equal(target.requests.length, 0);
});

t.test('an endpoint that does not respond is none', async (t) => {
  const silent = await startHttp(t, never);
  t.equal(await post(silent.url, { ...local, timeoutMs: 50 }), null);
  const broken = await startHttp(t, hangUp);
  t.equal(await post(broken.url, local), null);
  t.equal(await post(await unusedUrl(t), local), null);
});

t.test('only public addresses are called, whatever form they have', async (t) => {
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0.0.0.0', 'localhost', '[::1]', '[::]'],
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '192.0.2.1', '198.18.0.1'],
    ...[
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '[fe80::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[ff02::1]',
    ],
    ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:1::]', '[2001::1]'],
  ])
    t.equal(await post(`https://${host}/`, { timeoutMs: 200 }), null, host);
});

t.test('a name is judged by the address that is connected to', async (t) => {
  const { url, requests } = await startHttp(t, always(200));
  const named = url.replace('127.0.0.1', 'hooks.example.com');
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], []])
    t.equal(
      await post(named.replace('http:', 'https:'), { resolve: resolving(addresses) }),
      null,
      addresses.join(),
    );
  t.equal(requests.length, 0);
  t.equal(
    await post(named, { ...local, resolve: resolving(['127.0.0.1'], ['10.0.0.1']) }),
    200,
    'asked once',
  );
  const failing: Resolver = (_host, done) => done(new Error('no such name'), []);
  t.equal(await post(named, { ...local, resolve: failing }), null);
});

t.test('plain http is for loopback in development, and for the operator’s endpoint', async (t) => {
  const { url } = await startHttp(t, always(200));
  t.equal(await post(url), null);
  t.equal(await post(url, {}, { isTrusted: true }), 200);
  t.equal(await post('ftp://127.0.0.1/', {}, { isTrusted: true }), null);
  t.equal(await post('not a url', local), null);
});
