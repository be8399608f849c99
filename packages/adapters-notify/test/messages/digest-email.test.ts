import type { DigestMail, Language } from '@event-platform/domain';
import t from 'tap';
import { digestEmail } from '../../src/messages/digest-email.ts';
import { accents } from '../invitation.ts';

const settings = { appName: 'Gather', publicUrl: 'https://gather.example', accents };

const noticeOf = (title: string, counts: object): DigestMail['notices'][number] => ({
  id: '0198c0de-0000-7000-8000-0000000000a1',
  kind: 'event_activity',
  event: {
    ...{ id: '0198c0de-0000-7000-8000-0000000000e1' as never, title, address: '', sequence: 0 },
    ...{ startAt: new Date('2026-05-01T18:00:00Z'), endAt: new Date('2026-05-01T20:00:00Z') },
    ...{ isAllDay: false, timeZone: 'Europe/Berlin', status: 'scheduled' },
  },
  ...{ changes: null, text: null, createdAt: new Date(0), readAt: null },
  activity: {
    ...{ going: 0, interested: 0, declined: 0, booked: 0, waitlisted: 0, cancelled: 0, people: [] },
    ...counts,
  },
});

const mailOf = (notices: DigestMail['notices'], language: Language = 'en') =>
  digestEmail(
    { id: 'ada-1', email: 'ada@mail.example', notices, unsubscribeToken: 'uN5', language },
    settings,
  );

t.test('a digest has a line an event', async (t) => {
  const { subject, text, html, messageId, headers } = mailOf([
    noticeOf('Jazz at evil.example', { going: 3, cancelled: 1 }),
    noticeOf('', { booked: 1 }),
  ]);
  t.equal(subject, 'What is new at your events');
  t.equal(messageId, '<digest-ada-1@gather.example>');
  for (const line of ['Jazz at evil example: 3 going, 1 cancelled', 'What is new: an event: 1 booked'])
    t.match(text, line);
  t.match(html, '3 going, 1 cancelled');
  t.notMatch(html, 'evil.example');
  t.match(text, 'https://gather.example/notice-settings');
  t.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
});

t.test('a digest is in the language of its reader', async (t) => {
  const { subject, text } = mailOf([noticeOf('Jazz', { going: 2 })], 'de');
  t.equal(subject, 'Neues zu deiner Veranstaltung');
  t.match(text, 'Jazz: 2 Zusagen');
});
