import { createHmac } from 'node:crypto';
import t from 'tap';
import { SmsUnavailable } from '../../src/sms/sms-provider.ts';
import { webhookSms } from '../../src/sms/webhook-sms.ts';
import { always, hangUp, never, startHttp, unusedUrl } from './start-http.ts';

const sms = {
  id: '0198c0de-0000-7000-8000-000000000001',
  to: '+447911123456',
  text: '1234 is your Ünion code.',
};
const secret = 'a secret of the webhook';

t.test('a message is posted as JSON, signed with its time over the exact bytes', async (t) => {
  const { url, requests } = await startHttp(t, always(202));
  const clock = { now: () => new Date('2026-05-01T12:00:00.999Z') };
  await webhookSms({ url: `${url}/sms?tenant=1`, secret, clock }).send(sms);
  const [request, ...others] = requests;
  t.equal(others.length, 0);
  t.equal(request?.method, 'POST');
  t.equal(request?.path, '/sms?tenant=1');
  t.equal(request?.headers['content-type'], 'application/json');
  t.strictSame(JSON.parse(request?.body ?? ''), sms);
  const expected = createHmac('sha256', secret).update(`1777636800.${request?.body}`).digest('hex');
  t.equal(request?.headers['x-timestamp'], '1777636800');
  t.equal(request?.headers['x-signature'], `sha256=${expected}`);
});

t.test('any 2xx means taken, even when the rest of the response is lost', async (t) => {
  for (const status of [200, 201, 204]) {
    const { url } = await startHttp(t, always(status));
    await t.resolves(webhookSms({ url, secret }).send(sms), String(status));
  }
  const { url } = await startHttp(t, (response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('taken', () => response.destroy());
  });
  await t.resolves(webhookSms({ url, secret }).send(sms));
});

t.test('any other 4xx refuses the message for good', async (t) => {
  for (const status of [400, 401, 402, 403, 404, 408, 410, 422]) {
    const { url } = await startHttp(t, always(status, { error: `no ${sms.to}` }));
    const error = { name: 'SmsRejected', message: `webhook refused the message: HTTP ${status}` };
    await t.rejects(webhookSms({ url, secret }).send(sms), error);
  }
});

t.test('too many requests and failures at the server leave the message unjudged', async (t) => {
  for (const status of [302, 429, 500, 502, 503]) {
    const { url } = await startHttp(t, always(status));
    await t.rejects(webhookSms({ url, secret }).send(sms), {
      name: 'SmsUnavailable',
      message: `webhook is unavailable: HTTP ${status}`,
    });
  }
});

t.test('a redirect is not followed: the message goes to no other host', async (t) => {
  const elsewhere = await startHttp(t, always(200));
  const { url } = await startHttp(t, (response) => {
    response.writeHead(307, { location: elsewhere.url }).end();
  });
  await t.rejects(webhookSms({ url, secret }).send(sms), SmsUnavailable);
  t.equal(elsewhere.requests.length, 0);
});

t.test(
  'no server, no response in time and a lost connection are distinguished, without details',
  async (t) => {
    const troubles = {
      ECONNREFUSED: await unusedUrl(t),
      'no response in time': (await startHttp(t, never)).url,
      UND_ERR_SOCKET: (await startHttp(t, hangUp)).url,
    };
    for (const [reason, url] of Object.entries(troubles)) {
      const timeoutMs = reason === 'no response in time' ? 50 : undefined;
      const sending = webhookSms({ url, secret, timeoutMs }).send(sms);
      const error = await sending.catch((caught: unknown) => caught);
      t.type(error, SmsUnavailable);
      t.equal((error as Error).message, `webhook is unavailable: ${reason}`);
      t.equal((error as Error).cause, undefined);
    }
  },
);
