import t, { type Test } from 'tap';
import { type TwilioSettings, twilioSms } from '../../src/sms/twilio-sms.ts';
import { always, startHttp, unusedUrl } from './start-http.ts';

const sms = {
  id: 'message-1',
  to: '+447911123456',
  text: '1234 is your Gather code.\n\n@gather.example #1234',
};
const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'token:with:colons' };
const queued = { sid: 'SM00000000000000000000000000000001', status: 'queued', error_code: null };

const askTwilio = async (t: Test, sender: Partial<TwilioSettings>) => {
  const { url, requests } = await startHttp(t, always(201, queued));
  await twilioSms({ ...account, ...sender, baseUrl: url }).send(sms);
  t.equal(requests.length, 1);
  return requests[0];
};

t.test('a message resource is created as Twilio documents it', async (t) => {
  const request = await askTwilio(t, { from: '+15005550006' });
  t.equal(request?.method, 'POST');
  t.equal(request?.path, `/2010-04-01/Accounts/${account.accountSid}/Messages.json`);
  t.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
  const credentials = `${account.accountSid}:${account.authToken}`;
  t.equal(request?.headers.authorization, `Basic ${Buffer.from(credentials).toString('base64')}`);
  t.strictSame(Object.fromEntries(new URLSearchParams(request?.body)), {
    To: '+447911123456',
    From: '+15005550006',
    Body: sms.text,
  });
});

t.test('a messaging service stands in for the sender', async (t) => {
  const request = await askTwilio(t, { messagingServiceSid: 'MG1' });
  const form = new URLSearchParams(request?.body);
  t.equal(form.get('MessagingServiceSid'), 'MG1');
  t.notOk(form.has('From'));
});

t.test('exactly one sender has to be set', async (t) => {
  t.throws(() => twilioSms(account), /either/);
  t.throws(() => twilioSms({ ...account, from: '+15005550006', messagingServiceSid: 'MG1' }), /either/);
});

t.test('a refusal keeps the error code of Twilio and not its words', async (t) => {
  const body = {
    code: 21211,
    message: `The 'To' number ${sms.to} is not a valid phone number.`,
    status: 400,
  };
  const { url } = await startHttp(t, always(400, body));
  await t.rejects(twilioSms({ ...account, from: 'Gather', baseUrl: url }).send(sms), {
    name: 'SmsRejected',
    message: /^twilio refused the message: HTTP 400 \(error 21211\)$/,
  });
});

t.test('too many requests and failures at Twilio leave the message unjudged', async (t) => {
  for (const [status, code] of [
    [429, 20429],
    [500, 20500],
    [503, 20503],
  ] as const) {
    const { url } = await startHttp(t, always(status, { code }));
    await t.rejects(twilioSms({ ...account, from: 'Gather', baseUrl: url }).send(sms), {
      name: 'SmsUnavailable',
      message: `twilio is unavailable: HTTP ${status} (error ${code})`,
    });
  }
});

t.test('a response that is no JSON and a missing server are unavailability', async (t) => {
  const { url } = await startHttp(t, (response) => {
    response.writeHead(502).end('<html>Bad gateway</html>');
  });
  const unavailable = { name: 'SmsUnavailable' };
  await t.rejects(twilioSms({ ...account, from: 'Gather', baseUrl: url }).send(sms), unavailable);
  const baseUrl = await unusedUrl(t);
  await t.rejects(twilioSms({ ...account, from: 'Gather', baseUrl }).send(sms), unavailable);
});

t.test('a response without an error code is told by its status alone', async (t) => {
  for (const body of [{}, { code: 'see above' }, null, [21211]]) {
    const { url } = await startHttp(t, always(400, body));
    await t.rejects(twilioSms({ ...account, from: 'Gather', baseUrl: url }).send(sms), {
      name: 'SmsRejected',
      message: /^twilio refused the message: HTTP 400$/,
    });
  }
});
