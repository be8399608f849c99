import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const phone = '+447700900123';

t.test('a phone that gets no SMS is 400, a spent SMS budget 429, a dead provider 503', async (t) => {
  const { call } = await openTestApp(t, { domain: { smsDailyBudget: 1 } });
  isProblem(
    t,
    await call('POST /v1/auth/otp/start', { body: { phone: '+19005550100' } }),
    400,
    'invalid_request',
  );
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const spentResponse = await call('POST /v1/auth/otp/start', { body: { phone: '+447700900124' } });
  isProblem(t, spentResponse, 429, 'rate_limited');
  t.match(spentResponse.headers['retry-after'], /^\d+$/);

  const deadApp = await openTestApp(t, {
    overrides: { codeSender: { sendCode: () => Promise.reject(new Error('no route')) } },
  });
  const response = await deadApp.call('POST /v1/auth/otp/start', { body: { phone } });
  isProblem(t, response, 503, 'unavailable');
  t.match(response.headers['retry-after'], /^\d+$/);
});

t.test('the SMS is in the language that the caller asks for', async (t) => {
  const { call, world } = await openTestApp(t);
  const start = (phone: string, language?: string) =>
    call('POST /v1/auth/otp/start', {
      body: { phone },
      ...(language ? { headers: { 'accept-language': language } } : {}),
    });
  await start('+447700900123', 'de-CH,de;q=0.9,en;q=0.8');
  await start('+447700900124', 'fr,en;q=0.5');
  await start('+447700900125');
  t.strictSame(
    world.smsSent.map(({ language }) => language),
    ['de', 'en', 'en'],
  );
});
