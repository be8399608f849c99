import t from 'tap';
import { emailCodeEmail } from '../../src/messages/email-code-email.ts';
import { accents } from '../invitation.ts';

const settings = { appName: 'Gather', publicUrl: 'https://gather.example/app/', accents };
const mail = {
  ...{ proofId: '0198c0de-0000-7000-8000-0000000000a1', sending: 2, email: 'ada@mail.example' },
  ...{ code: '012345', token: 'tOk_-en', unsubscribeToken: 'uN5_-token', language: 'en' as const },
};

t.test('the mail has the code, the link and how to get no more', async (t) => {
  const { messageId, subject, text, html, headers } = emailCodeEmail(mail, settings);
  t.equal(messageId, '<email-0198c0de-0000-7000-8000-0000000000a1-2@gather.example>');
  t.equal(subject, 'Confirm your e-mail address for Gather');
  for (const body of [text, html]) {
    t.match(body, '012345');
    t.match(body, 'https://gather.example/app/email/tOk_-en');
    t.match(body, 'https://gather.example/app/u/uN5_-token');
  }
  t.strictSame(text.match(/\b\d{6}\b/g), ['012345'], 'no other number could be taken for it');
  t.equal(headers['List-Unsubscribe'], '<https://gather.example/app/u/uN5_-token>');
});

t.test('the mail is in the language of its account', async (t) => {
  const { subject, text } = emailCodeEmail({ ...mail, language: 'de' as const }, settings);
  t.equal(subject, 'Bestätige deine E-Mail-Adresse für Gather');
  t.match(text, 'Dein Code: 012345');
});
