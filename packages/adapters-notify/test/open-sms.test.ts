import t from 'tap';
import { openSms, type SmsSettings } from '../src/index.ts';
import { always, startHttp, unusedUrl } from './sms/start-http.ts';

const write = () => {};
const settings = { appName: 'Gather', publicUrl: 'https://gather.example', write };
const message = { id: 'challenge-1', phone: '+447911123456', code: '1234', language: 'en' } as const;
const twilio = { accountSid: 'AC1', authToken: 'token', from: 'Gather' };
const vonage = { apiKey: 'abcd1234', apiSecret: 'secret', from: 'Gather' };

t.test('the console prints the phone and the message on one line', async (t) => {
  const printed: string[] = [];
  await openSms({ ...settings, provider: 'console', write: (line) => printed.push(line) }).sendCode(message);
  t.strictSame(printed, [
    'SMS to +447911123456: 1234 is your Gather code. Do not share it. @gather.example #1234\n',
  ]);
});

t.test('each provider sends the worded code', async (t) => {
  const text = '1234 is your Gather code. Do not share it.\n\n@gather.example #1234';
  const { url, requests } = await startHttp(t, always(200, { messages: [{ status: '0' }] }));
  const smsSettings: Partial<SmsSettings> = {
    webhookUrl: url,
    webhookSecret: 'secret',
    twilio: { ...twilio, baseUrl: url },
    vonage: { ...vonage, baseUrl: url },
  };
  for (const provider of ['webhook', 'twilio', 'vonage'] as const) {
    await openSms({ ...settings, ...smsSettings, provider }).sendCode(message);
  }
  const [byWebhook, byTwilio, byVonage] = requests.map(({ body }) => body);
  t.equal(JSON.parse(byWebhook ?? '').text, text);
  t.equal(new URLSearchParams(byTwilio).get('Body'), text);
  t.equal(new URLSearchParams(byVonage).get('text'), text);
});

t.test('the fallback takes over and the failover is reported', async (t) => {
  const fallback = await startHttp(t, always(200, { messages: [{ status: '0' }] }));
  const reported: string[] = [];
  const sender = openSms({
    ...settings,
    provider: 'twilio',
    twilio: { ...twilio, baseUrl: await unusedUrl(t) },
    fallback: 'vonage',
    vonage: { ...vonage, baseUrl: fallback.url },
    onFailover: (error) => reported.push(error.message),
  });
  await sender.sendCode(message);
  t.equal(fallback.requests.length, 1);
  t.strictSame(reported, ['twilio is unavailable: ECONNREFUSED']);
});

t.test('a chosen provider without settings is told at once', async (t) => {
  for (const provider of ['webhook', 'twilio', 'vonage'] as const) {
    t.throws(() => openSms({ ...settings, provider }), {
      message: `The SMS provider ${provider} lacks its settings`,
    });
    t.throws(() => openSms({ ...settings, provider: 'console', fallback: provider }), /lacks its settings/);
  }
  t.throws(() => openSms({ ...settings, provider: 'webhook', webhookUrl: 'https://example.org' }), /lacks/);
});
