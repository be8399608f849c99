import t from 'tap';
import { vonageSms } from '../../src/sms/vonage-sms.ts';
import { always, never, startHttp } from './start-http.ts';

const sms = {
  id: '0198c0de-0000-7000-8000-000000000001',
  to: '+447911123456',
  text: '1234 is your Gather code.',
};
const account = { apiKey: 'abcd1234', apiSecret: 'abcdef0123456789', from: 'Gather' };

const bodyOf = (...statuses: readonly unknown[]) => ({
  'message-count': String(statuses.length),
  messages: statuses.map((status) => ({ to: '447911123456', status, 'error-text': `about ${sms.to}` })),
});

t.test('a message is posted as Vonage documents it', async (t) => {
  const { url, requests } = await startHttp(t, always(200, bodyOf('0')));
  await vonageSms({ ...account, baseUrl: url }).send(sms);
  const [request, ...others] = requests;
  t.equal(others.length, 0);
  t.equal(request?.method, 'POST');
  t.equal(request?.path, '/sms/json');
  t.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
  const form = Object.fromEntries(new URLSearchParams(request?.body));
  t.strictSame(form, {
    api_key: 'abcd1234',
    api_secret: 'abcdef0123456789',
    from: 'Gather',
    to: '447911123456',
    text: sms.text,
    type: 'text',
    'client-ref': sms.id,
  });
  t.match(form.to, /^\d{7,15}$/);
});

t.test('a text of another alphabet says so', async (t) => {
  const { url, requests } = await startHttp(t, always(200, bodyOf('0')));
  await vonageSms({ ...account, baseUrl: url }).send({ ...sms, text: 'Вечер джаза' });
  const form = new URLSearchParams(requests[0]?.body);
  t.strictSame([form.get('text'), form.get('type')], ['Вечер джаза', 'unicode']);
});

t.test('a response of 200 refuses the message by its status code', async (t) => {
  for (const status of ['2', '3', '6', '7', '12', '15', '22', '29', '33']) {
    const { url } = await startHttp(t, always(200, bodyOf(status)));
    await t.rejects(vonageSms({ ...account, baseUrl: url }).send(sms), {
      name: 'SmsRejected',
      message: `vonage refused the message: status ${status}`,
    });
  }
});

t.test('throttling and failures at Vonage leave the message unjudged', async (t) => {
  for (const status of ['1', '5', '10']) {
    const { url } = await startHttp(t, always(200, bodyOf(status)));
    await t.rejects(vonageSms({ ...account, baseUrl: url }).send(sms), {
      name: 'SmsUnavailable',
      message: `vonage is unavailable: status ${status}`,
    });
  }
});

t.test('all segments have to be taken', async (t) => {
  const { url } = await startHttp(t, always(200, bodyOf('0', '1')));
  await t.rejects(vonageSms({ ...account, baseUrl: url }).send(sms), { name: 'SmsUnavailable' });
});

t.test('a response that cannot be read is no acceptance', async (t) => {
  for (const body of [
    null,
    [],
    {},
    { messages: [] },
    { messages: ['0'] },
    bodyOf(undefined),
    bodyOf(sms.to),
  ]) {
    const { url } = await startHttp(t, always(200, body));
    await t.rejects(vonageSms({ ...account, baseUrl: url }).send(sms), {
      name: 'SmsUnavailable',
      message: /^vonage is unavailable: (status unreadable|unreadable response)$/,
    });
  }
  const { url } = await startHttp(t, (response) => {
    response.end('<html>');
  });
  await t.rejects(vonageSms({ ...account, baseUrl: url }).send(sms), { name: 'SmsUnavailable' });
});

t.test('HTTP faults count as with every provider', async (t) => {
  const broken = await startHttp(t, always(500));
  await t.rejects(vonageSms({ ...account, baseUrl: broken.url }).send(sms), { name: 'SmsUnavailable' });
  const strict = await startHttp(t, always(422));
  await t.rejects(vonageSms({ ...account, baseUrl: strict.url }).send(sms), { name: 'SmsRejected' });
  const silent = await startHttp(t, never);
  const impatient = vonageSms({ ...account, baseUrl: silent.url, timeoutMs: 50 });
  await t.rejects(impatient.send(sms), { message: 'vonage is unavailable: no response in time' });
});

t.test('the time limit holds while the response is read', async (t) => {
  const { url } = await startHttp(t, (response) => {
    response.writeHead(200).write('{"messages":');
  });
  await t.rejects(vonageSms({ ...account, baseUrl: url, timeoutMs: 50 }).send(sms), {
    message: 'vonage is unavailable: no response in time',
  });
});
