import t from 'tap';
import { type SmsProvider, SmsRejected } from '../../src/sms/sms-provider.ts';
import { smsTextSender } from '../../src/sms/sms-text-sender.ts';

const message = { id: 'one', phone: '+4915112345678', text: 'Cancelled: Jazz 🎷 on the roof' };

t.test('a text is one SMS in the GSM alphabet', async (t) => {
  const texts: string[] = [];
  const sender = smsTextSender({ name: 'kept', send: async ({ text }) => void texts.push(text) });
  await sender.sendText(message);
  await sender.sendText({ ...message, text: 'ä€'.repeat(100) });
  t.strictSame(texts, ['Cancelled: Jazz on the roof', `${'ä€'.repeat(53)}ä`]);
});

t.test('a title of another script is kept, in the room that it leaves', async (t) => {
  const texts: string[] = [];
  const sender = smsTextSender({ name: 'kept', send: async ({ text }) => void texts.push(text) });
  await sender.sendText({
    ...message,
    text: 'Cancelled: Вечер джаза.  It was to be Fri 1 May, 18:00–20:30 CEST',
  });
  await sender.sendText({ ...message, text: `Cancelled: ${'夏🎷'.repeat(50)}` });
  t.strictSame(texts, [
    'Cancelled: Вечер джаза. It was to be Fri 1 May, 18:00–20:30 CEST',
    `Cancelled: ${'夏🎷'.repeat(19)}夏`,
  ]);
});

t.test('what goes wrong says nothing of the message', async (t) => {
  const failing = (error: Error): SmsProvider => ({ name: 'kept', send: () => Promise.reject(error) });
  await t.rejects(smsTextSender(failing(new SmsRejected('kept', 'no'))).sendText(message), SmsRejected);
  await t.rejects(smsTextSender(failing(new Error(message.phone))).sendText(message), {
    message: 'kept is unavailable: unexpected failure',
  });
});
