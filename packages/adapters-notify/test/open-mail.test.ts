import t from 'tap';
import { openMail } from '../src/index.ts';
import { startSmtp } from './email/start-smtp.ts';
import { accents, invitation } from './invitation.ts';

const settings = {
  from: 'hello@gather.example',
  publicUrl: 'https://gather.example',
  appName: 'Gather',
  accents,
};

t.test('without a mail server the invitation is printed, link included', async (t) => {
  const printed: string[] = [];
  const { mailer, close } = await openMail({ ...settings, write: (text) => printed.push(text) });
  t.equal(await mailer.sendInvitation(invitation), 'sent');
  t.match(
    printed.join(''),
    /^Mail to guest@example\.org\nSubject: Ada Lovelace invites you to Spring Concert\n\n/,
  );
  t.match(printed.join(''), 'https://gather.example/i/aB3_-token\n');
  await close();
});

t.test('closing waits for the mails in progress and closes the connections', async (t) => {
  const { url, mails, sockets } = await startSmtp(t);
  const { mailer, close } = await openMail({ ...settings, smtpUrl: url, write: () => {}, closeMs: 60_000 });
  const sendings = Array.from({ length: 12 }, (_, index) =>
    mailer.sendInvitation({ ...invitation, email: `guest${index}@example.org` }),
  );
  await close();
  t.equal(mails.length, 12);
  t.strictSame(new Set(await Promise.all(sendings)), new Set(['sent']));
  t.ok(sockets.size <= 5, 'the pool is bounded');
  await t.rejects(mailer.sendInvitation(invitation), { name: 'MailUnavailable' });
});

t.test('a URL or a sender that cannot work is told at once, without the password', async (t) => {
  const open = (smtpUrl: string, from = settings.from) =>
    openMail({ ...settings, from, smtpUrl, write: () => {} });
  for (const url of ['', 'smtp.example.org', 'https://user:hunter2@smtp.example.org', 'smtp://']) {
    try {
      await open(url);
      t.fail('was opened');
    } catch (error) {
      t.match(error, { message: /smtp:\/\/host/ });
      t.notMatch(error, { message: /hunter2/ });
    }
  }
  for (const from of ['', 'no-address', 'a@example.org, b@example.org']) {
    await t.rejects(open('smtp://localhost', from), /one e-mail address/);
  }
});
