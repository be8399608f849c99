import type { NoticeMail } from '@event-platform/domain';
import t from 'tap';
import { openMail } from '../../src/open-mail.ts';
import { accents, invitation } from '../invitation.ts';

t.test('without a server, invitations and notices are printed with where they would go', async (t) => {
  const printed: string[] = [];
  const { mailer, noticeMailer, close } = await openMail({
    appName: 'Gather',
    publicUrl: 'https://gather.example',
    accents,
    from: 'hello@gather.example',
    write: (text) => printed.push(text),
  });
  const notice: NoticeMail = {
    notice: {
      id: '0198c0de-0000-7000-8000-0000000000a1',
      kind: 'webhook_disabled',
      ...{ event: null, changes: null, text: null, activity: null, readAt: null },
      createdAt: new Date('2026-04-30T12:00:00Z'),
    },
    email: 'owner@example.org\r\nBcc: all@example.org',
    onlineUrl: null,
    invitationToken: null,
    seriesDates: null,
    organizerName: '',
    language: 'en',
    unsubscribeToken: 'uN5_-token',
  };
  t.equal(await mailer.sendInvitation(invitation), 'sent');
  t.equal(await noticeMailer.sendNotice(notice), 'sent');
  await close();
  const [first = '', second = ''] = printed;
  t.match(first, /^Mail to guest@example\.org\nSubject: Ada Lovelace invites you/);
  t.match(first, 'https://gather.example/i/aB3_-token');
  t.match(second, 'Subject: A webhook of yours was disabled\n');
  t.notMatch(second, /^Bcc:/m);
  t.match(second, 'https://gather.example/u/uN5_-token');
});
