import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { type SmtpSettings, smtpInvitationMailer } from '../../src/email/smtp-invitation-mailer.ts';
import { MailUnavailable } from '../../src/index.ts';
import { accents, invitation } from '../invitation.ts';
import { reply, startSmtp } from './start-smtp.ts';

const openMailer = (t: Test, smtpUrl: string, more: Partial<SmtpSettings> = {}) => {
  const from = 'Gather <hello@gather.example>';
  const opened = smtpInvitationMailer({
    smtpUrl,
    from,
    publicUrl: 'https://gather.example',
    appName: 'Gather',
    accents,
    ...more,
  });
  t.teardown(() => opened.close());
  return opened.mailer;
};

/** The error with which a mail is left for another try; it has to be free of personal data. */
const troubleOf = async (t: Test, sending: Promise<unknown>): Promise<string> => {
  const error = await sending.catch((caught: unknown) => caught);
  t.type(error, MailUnavailable);
  const { message, stack, cause } = error as Error;
  // The path of the checkout may hold any word.
  t.notMatch(String(stack).replaceAll(process.cwd(), ''), /guest|example\.org|token/);
  t.equal(cause, undefined);
  return message.replace('The mail server did not take the message: ', '');
};

/** A server that takes connections and says nothing. */
const silentServer = async (t: Test) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  const arrived = once(server, 'connection');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
};

t.test('an invitation arrives whole', async (t) => {
  const { url, mails, recipients } = await startSmtp(t);
  const title = 'Ścieżka 🎉\r\nBcc: all@example.org';
  const mail = { ...invitation, event: { ...invitation.event, title } };
  t.equal(await openMailer(t, url).sendInvitation(mail), 'sent');
  t.strictSame(recipients, ['guest@example.org']);
  const [arrivedMail] = mails;
  t.strictSame(arrivedMail?.from?.value, [{ name: 'Gather', address: 'hello@gather.example' }]);
  t.strictSame([arrivedMail?.to].flat()[0]?.value, [{ name: '', address: 'guest@example.org' }]);
  t.equal(arrivedMail?.subject, 'Ada Lovelace invites you to Ścieżka 🎉 Bcc: all at example org');
  t.equal(arrivedMail?.bcc, undefined);
  t.equal(arrivedMail?.messageId, `<invitation-${invitation.invitationId}-1@gather.example>`);
  t.equal(arrivedMail?.headers.get('auto-submitted'), 'auto-generated');
  const unsubscribe = arrivedMail?.headerLines
    .filter(({ key }) => key.startsWith('list-'))
    .map(({ line }) => line);
  t.strictSame(unsubscribe, [
    'List-Unsubscribe: <https://gather.example/u/uN5_-token>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
  t.match(arrivedMail?.text, 'https://gather.example/i/aB3_-token');
  t.match(arrivedMail?.html, 'href="https://gather.example/i/aB3_-token"');
});

t.test('one address is one recipient, whatever it looks like', async (t) => {
  const { url, recipients } = await startSmtp(t);
  const mailer = openMailer(t, url);
  for (const email of [
    'a@example.org, b@example.org',
    'a@example.org>\r\nRCPT TO:<b@example.org',
    'no-address',
  ]) {
    t.equal(await mailer.sendInvitation({ ...invitation, email }), 'refused', JSON.stringify(email));
  }
  t.strictSame(recipients, []);
});

t.test('a recipient or content refused for good is told as such', async (t) => {
  for (const code of [550, 551, 552, 553, 554]) {
    const { url } = await startSmtp(t, { onRecipient: () => reply(code, '5.1.1 no such guest@example.org') });
    t.equal(await openMailer(t, url).sendInvitation(invitation), 'refused', String(code));
  }
  const { url } = await startSmtp(t, { onData: () => reply(554, '5.7.1 we do not like this') });
  t.equal(await openMailer(t, url).sendInvitation(invitation), 'refused');
});

t.test('a refusal leaves the connection fit for the next mail', async (t) => {
  const onRecipient = (address: string) =>
    address.startsWith('gone') ? reply(550, '5.1.1 gone') : undefined;
  const { url, mails } = await startSmtp(t, { onRecipient });
  const mailer = openMailer(t, url);
  t.equal(await mailer.sendInvitation({ ...invitation, email: 'gone@example.org' }), 'refused');
  t.equal(await mailer.sendInvitation(invitation), 'sent');
  t.equal(mails.length, 1);
});

t.test('4yz is left for another try', async (t) => {
  const later = await startSmtp(t, { onRecipient: () => reply(450, '4.2.1 guest@example.org is busy') });
  const sending = openMailer(t, later.url).sendInvitation(invitation);
  t.equal(await troubleOf(t, sending), 'EENVELOPE at RCPT TO reply 450 4.2.1');
  const full = await startSmtp(t, { onData: () => reply(452, '4.3.1 disk full') });
  const second = openMailer(t, full.url).sendInvitation(invitation);
  t.equal(await troubleOf(t, second), 'EMESSAGE at DATA reply 452 4.3.1');
});

t.test('a server that refuses us, not the mail, leaves the mail for another try', async (t) => {
  const blocked = await startSmtp(t, { onConnect: () => reply(554, '5.7.1 not you') });
  await troubleOf(t, openMailer(t, blocked.url).sendInvitation(invitation));
  const sender = await startSmtp(t, { onSender: () => reply(553, '5.7.1 not this sender') });
  const sending = openMailer(t, sender.url).sendInvitation(invitation);
  t.equal(await troubleOf(t, sending), 'EENVELOPE at MAIL FROM reply 553 5.7.1');
});

t.test('a server that is down leaves the mail for another try', async (t) => {
  const { url, stop } = await startSmtp(t);
  await stop();
  t.equal(await troubleOf(t, openMailer(t, url).sendInvitation(invitation)), 'ESOCKET at CONN');
});

t.test('a server that never greets is given up', async (t) => {
  const { url } = await silentServer(t);
  const impatient = openMailer(t, url, { stepMs: 50 });
  t.equal(await troubleOf(t, impatient.sendInvitation(invitation)), 'ETIMEDOUT at CONN');
  const busy = openMailer(t, url, { sendMs: 50 });
  t.equal(await troubleOf(t, busy.sendInvitation(invitation)), 'EABORT');
});

t.test('closing does not wait for a server that says nothing', async (t) => {
  const { url, arrived } = await silentServer(t);
  const { mailer, close } = smtpInvitationMailer({
    smtpUrl: url,
    from: 'hello@gather.example',
    publicUrl: 'https://gather.example',
    appName: 'Gather',
    accents,
    closeMs: 1,
  });
  mailer.sendInvitation(invitation).catch(() => undefined);
  await arrived;
  await close();
  t.pass('the mail is left for another try');
});

t.test('when the connection is lost after the data, the next try is recognisable as a repeat', async (t) => {
  for (const earlier of [0, 1]) {
    const outcomes: ('drop' | undefined)[] = [...Array(earlier).fill(undefined), 'drop', undefined];
    const { url, mails } = await startSmtp(t, { onData: () => outcomes.shift() });
    const mailer = openMailer(t, url);
    if (earlier) await mailer.sendInvitation({ ...invitation, sending: 7 });
    t.match(await troubleOf(t, mailer.sendInvitation(invitation)), /^ECONNECTION|^ESOCKET/);
    t.equal(mails.length, earlier + 1, 'the mail was not sent again unasked');
    t.equal(await mailer.sendInvitation(invitation), 'sent');
    const [lost, repeated, ...others] = mails.slice(earlier).map(({ messageId }) => messageId);
    t.equal(lost, `<invitation-${invitation.invitationId}-1@gather.example>`);
    t.equal(repeated, lost);
    t.strictSame(others, []);
  }
});

t.test('an idle connection that the server has closed costs nothing', async (t) => {
  const { url, mails, hangUp } = await startSmtp(t);
  const mailer = openMailer(t, url);
  await mailer.sendInvitation(invitation);
  hangUp();
  t.equal(await mailer.sendInvitation(invitation), 'sent');
  t.equal(mails.length, 2);
});
