import { CodeTimeout } from '@event-platform/domain';
import t from 'tap';
import { smsCodeSender } from '../../src/sms/sms-code-sender.ts';
import { type Sms, SmsRejected, SmsTimeout, SmsUnavailable } from '../../src/sms/sms-provider.ts';

const message = { id: 'challenge-1', phone: '+447911123456', code: '1234', language: 'de' } as const;

t.test('a code goes to its phone in words, under the id of the message', async (t) => {
  const messages: Sms[] = [];
  const provider = { name: 'post', send: async (sms: Sms) => void messages.push(sms) };
  await smsCodeSender(provider, (code, language) => `${language}: ${code}`).sendCode(message);
  t.strictSame(messages, [{ id: 'challenge-1', to: '+447911123456', text: 'de: 1234' }]);
});

t.test('what the provider says of a failure is passed on', async (t) => {
  for (const error of [new SmsRejected('post', 'HTTP 400'), new SmsUnavailable('post', 'HTTP 500')]) {
    const sender = smsCodeSender({ name: 'post', send: () => Promise.reject(error) }, (code) => code);
    await t.rejects(sender.sendCode(message), error);
  }
});

t.test('a provider that did not respond in time may have sent the code', async (t) => {
  const provider = { name: 'post', send: () => Promise.reject(new SmsTimeout('post')) };
  const error = await smsCodeSender(provider, (code) => code)
    .sendCode(message)
    .catch((caught: unknown) => caught);
  t.type(error, CodeTimeout);
  t.match(error, { message: 'post is unavailable: no response in time' });
});

t.test('an unforeseen error is not passed on, for it may quote the phone or the code', async (t) => {
  const leakingError = new Error(`could not send 1234 to ${message.phone}`);
  const sender = smsCodeSender({ name: 'post', send: () => Promise.reject(leakingError) }, (code) => code);
  const error = await sender.sendCode(message).catch((caught: unknown) => caught);
  t.type(error, SmsUnavailable);
  t.notMatch(String((error as Error).stack), /1234|7911/);
  t.equal((error as Error).cause, undefined);
});
