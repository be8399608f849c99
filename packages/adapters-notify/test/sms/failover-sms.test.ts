import t, { type Test } from 'tap';
import { type FailoverOptions, failoverSms } from '../../src/sms/failover-sms.ts';
import { type SmsProvider, SmsUnavailable } from '../../src/sms/sms-provider.ts';
import { webhookSms } from '../../src/sms/webhook-sms.ts';
import { always, hangUp, never, startHttp, unusedUrl } from './start-http.ts';

const sms = { id: 'message-1', to: '+447911123456', text: '1234 is your Gather code.' };

const webhook = (url: string, timeoutMs?: number): SmsProvider =>
  webhookSms({ url, secret: 'secret', timeoutMs });

const hangingProvider: SmsProvider = { name: 'hanging', send: () => new Promise(() => {}) };

t.test('the fallback is left alone while the primary takes messages', async (t) => {
  const primary = await startHttp(t, always(200));
  const fallback = await startHttp(t, always(200));
  await failoverSms(webhook(primary.url), webhook(fallback.url)).send(sms);
  t.equal(primary.requests.length, 1);
  t.equal(fallback.requests.length, 0);
});

t.test('the fallback takes over whenever the primary is unavailable', async (t) => {
  const urls = {
    'no server listens': await unusedUrl(t),
    'no response in time': (await startHttp(t, never)).url,
    'connection lost': (await startHttp(t, hangUp)).url,
    429: (await startHttp(t, always(429))).url,
    500: (await startHttp(t, always(500))).url,
    503: (await startHttp(t, always(503))).url,
  };
  for (const [failure, url] of Object.entries(urls)) {
    const fallback = await startHttp(t, always(200));
    const passedOver: string[] = [];
    const onFailover = (error: SmsUnavailable) => passedOver.push(error.provider);
    const primary = webhook(url, failure === 'no response in time' ? 50 : undefined);
    await failoverSms(primary, webhook(fallback.url), { onFailover }).send(sms);
    t.strictSame(JSON.parse(fallback.requests[0]?.body ?? ''), sms, failure);
    t.strictSame(passedOver, ['webhook'], failure);
  }
});

t.test('a provider that never ends is given up', async (t) => {
  const senders: string[] = [];
  const prompt: SmsProvider = { name: 'prompt', send: async ({ id }) => void senders.push(id) };
  await failoverSms(hangingProvider, prompt, { attemptMs: 50 }).send(sms);
  t.strictSame(senders, ['message-1']);
  await t.rejects(failoverSms(hangingProvider, hangingProvider, { attemptMs: 50 }).send(sms), {
    name: 'SmsTimeout',
    message: 'hanging is unavailable: no response in time',
  });
  const away = failoverSms(hangingProvider, webhook(await unusedUrl(t)), { attemptMs: 50 });
  await t.rejects(away.send(sms), { name: 'SmsTimeout' }, 'the primary may have sent it');
});

t.test('a refused message is not tried elsewhere', async (t) => {
  const primary = await startHttp(t, always(400));
  const fallback = await startHttp(t, always(200));
  await t.rejects(failoverSms(webhook(primary.url), webhook(fallback.url)).send(sms), {
    name: 'SmsRejected',
  });
  t.equal(fallback.requests.length, 0);
});

t.test('the result of the fallback is final', async (t) => {
  const primary = webhook(await unusedUrl(t));
  const refusingProvider = webhook((await startHttp(t, always(422))).url);
  await t.rejects(failoverSms(primary, refusingProvider).send(sms), { name: 'SmsRejected' });
  await t.rejects(failoverSms(primary, primary).send(sms), { name: 'SmsUnavailable' });
});

t.test('a fault of the software is passed on and sends nothing elsewhere', async (t) => {
  const fallback = await startHttp(t, always(200));
  const brokenProvider: SmsProvider = { name: 'broken', send: () => Promise.reject(new TypeError('oops')) };
  await t.rejects(failoverSms(brokenProvider, webhook(fallback.url)).send(sms), TypeError);
  t.equal(fallback.requests.length, 0);
});

const startFailing = async (t: Test, options: FailoverOptions) => {
  let healthy = false;
  const primary = await startHttp(t, (response) => {
    response.writeHead(healthy ? 200 : 500).end();
  });
  const fallback = await startHttp(t, always(200));
  const provider = failoverSms(webhook(primary.url), webhook(fallback.url), options);
  return { primary, fallback, provider, heal: () => (healthy = true) };
};

t.test('a primary that keeps failing is left alone for a while', async (t) => {
  const { primary, fallback, provider } = await startFailing(t, { failures: 3 });
  for (let count = 0; count < 5; count += 1) await provider.send(sms);
  t.equal(primary.requests.length, 3);
  t.equal(fallback.requests.length, 5);
});

t.test('after its rest the primary is tried again and used once it works', async (t) => {
  const { primary, fallback, provider, heal } = await startFailing(t, { failures: 1, restMs: 0 });
  await provider.send(sms);
  await provider.send(sms);
  t.equal(fallback.requests.length, 2);
  heal();
  await provider.send(sms);
  await provider.send(sms);
  t.equal(primary.requests.length, 4);
  t.equal(fallback.requests.length, 2);
});

t.test('while one message tries the primary again, others do not wait for it', async (t) => {
  const attempts: PromiseWithResolvers<void>[] = [];
  const primary: SmsProvider = {
    name: 'primary',
    send() {
      const attempt = Promise.withResolvers<void>();
      attempts.push(attempt);
      return attempt.promise;
    },
  };
  const fallback = await startHttp(t, always(200));
  const provider = failoverSms(primary, webhook(fallback.url), { failures: 1, restMs: 0 });
  const first = provider.send(sms);
  attempts[0]?.reject(new SmsUnavailable('primary', 'down'));
  await first;
  const probe = provider.send(sms);
  await provider.send(sms);
  t.equal(attempts.length, 2, 'only the probe asked the primary');
  t.equal(fallback.requests.length, 2);
  attempts[1]?.resolve();
  await probe;
  t.equal(fallback.requests.length, 2);
});
