import type { NoticeKind, NoticeMail } from '@event-platform/domain';
import ICAL from 'ical.js';
import t from 'tap';
import { type NoticeEmailSettings, noticeEmail } from '../../src/messages/notice-email.ts';
import { accents } from '../invitation.ts';

const settings = {
  appName: 'Gather',
  publicUrl: 'https://gather.example',
  accents,
  senderAddress: 'hello@gather.example',
};

type Event = NonNullable<NoticeMail['notice']['event']>;

const event: Event = {
  id: '0198c0de-0000-7000-8000-0000000000e1' as Event['id'],
  title: 'Spring, Concert; 🎻',
  startAt: new Date('2026-05-01T18:00:00Z'),
  endAt: new Date('2026-05-01T20:30:00Z'),
  isAllDay: false,
  timeZone: 'Europe/Berlin',
  sequence: 3,
  status: 'scheduled',
  address: 'Hauptstraße 1, Berlin',
};

const mailOf = (
  kind: NoticeKind,
  notice: Partial<NoticeMail['notice']> = {},
  {
    onlineUrl = null,
    invitationToken = null,
    seriesDates = null,
    language = 'en',
    ...more
  }: Partial<Pick<NoticeMail, 'language' | 'onlineUrl' | 'invitationToken' | 'seriesDates'>> &
    Partial<NoticeEmailSettings> = {},
) =>
  noticeEmail(
    {
      notice: {
        id: '0198c0de-0000-7000-8000-0000000000a1',
        ...{ kind, event, changes: null, activity: null, text: null },
        createdAt: new Date('2026-04-30T12:00:00Z'),
        readAt: null,
        ...notice,
      },
      email: 'guest@example.org',
      onlineUrl,
      invitationToken,
      seriesDates,
      organizerName: 'Ada Lovelace',
      language,
      unsubscribeToken: 'uN5_-token',
    },
    { ...settings, ...more },
  );

/** What iCalendar says of the event, read by a library. */
const calendarOf = (content = '') => {
  t.ok(
    content.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
    'lines are folded',
  );
  const calendar = new ICAL.Component(ICAL.parse(content));
  const entries = calendar.getAllSubcomponents('vevent');
  t.equal(entries.length, 1);
  const [entry] = entries;
  const value = (name: string) => String(entry?.getFirstPropertyValue(name));
  return { method: calendar.getFirstPropertyValue('method'), value };
};

t.test('a mail about a series says when it is, and has the calendar part of the first date', async (t) => {
  const week = 7 * 86_400_000;
  const rule = 'FREQ=WEEKLY;COUNT=5';
  const onlineUrl = 'https://meet.example.com/series';
  const events = [0, 1, 2].map((number) => ({
    ...event,
    ...{ id: `${event.id.slice(0, -1)}${number}` as typeof event.id, onlineUrl },
    startAt: new Date(event.startAt.getTime() + number * week),
    endAt: new Date(event.endAt.getTime() + number * week),
  }));
  const { text, html, icalEvent, attachments } = mailOf(
    'event_changed',
    {},
    { seriesDates: { rule, events, total: 5 } },
  );
  t.match(
    text,
    `Repeats: Every week on Friday, 5 times
All 5 dates:
Friday, 1 May 2026, 20:00–22:30 CEST
Friday, 8 May 2026, 20:00–22:30 CEST
Friday, 15 May 2026, 20:00–22:30 CEST
and 2 more
`,
  );
  t.match(html, 'All 5 dates</span><br><b><bdi>Friday, 1 May 2026, 20:00–22:30 CEST<br>Friday, 8 May');
  t.match(calendarOf(icalEvent?.content).value('uid'), event.id);
  const entriesOf = (content = '') => {
    const calendar = new ICAL.Component(ICAL.parse(content));
    t.equal(calendar.getFirstPropertyValue('method'), 'PUBLISH');
    return calendar
      .getAllSubcomponents('vevent')
      .map((entry) =>
        ['uid', 'sequence', 'status', 'location', 'attendee'].map((name) =>
          entry.getFirstPropertyValue(name),
        ),
      );
  };
  const [file, ...others] = attachments ?? [];
  t.strictSame(others, []);
  t.match(file, { filename: 'dates.ics', contentType: 'application/ics' });
  t.match(file?.content, onlineUrl);
  t.strictSame(
    entriesOf(file?.content),
    events.map(({ id, sequence, address }) => [`${id}@event-platform`, sequence, 'CONFIRMED', address, null]),
  );
  const all = mailOf(
    'event_cancelled',
    {},
    { seriesDates: { rule: 'none', events: events.map((one) => ({ ...one, onlineUrl: null })), total: 3 } },
  );
  t.match(all.text, /All 3 dates:\n/);
  t.notMatch(all.text, 'more\n');
  t.notMatch(all.text, 'Repeats');
  t.strictSame(
    entriesOf(all.attachments?.[0]?.content).map(([, , status]) => status),
    ['CANCELLED', 'CANCELLED', 'CANCELLED'],
  );
  const many = Array.from({ length: 12 }, () => events[0] as (typeof events)[number]);
  const long = mailOf('event_changed', {}, { seriesDates: { rule, events: many, total: 60 } });
  t.equal(long.text.split('\n').filter((line) => line.startsWith('Friday, 1 May')).length, 10);
  t.match(long.text, 'and 50 more\n');
  t.equal(entriesOf(long.attachments?.[0]?.content).length, 12);
  t.equal(mailOf('event_changed').attachments, undefined);
});

t.test('a change says what was before, and updates the calendar', async (t) => {
  const { subject, text, html, messageId, headers, icalEvent } = mailOf('event_changed', {
    changes: {
      startAt: { old: '2026-05-01T17:00:00.000Z', new: event.startAt.toISOString() },
      address: { old: 'Nebenstraße 2', new: event.address },
    },
  });
  t.equal(subject, 'Changed: Spring, Concert; 🎻');
  t.equal(messageId, '<notice-0198c0de-0000-7000-8000-0000000000a1@gather.example>');
  for (const part of [
    'When: Friday, 1 May 2026, 20:00–22:30 CEST',
    'Before: Friday, 1 May 2026, 19:00–22:30 CEST',
    'Where: Hauptstraße 1, Berlin',
    'Before: Nebenstraße 2',
    'Organized by Ada Lovelace.',
    `https://gather.example/e/${event.id}`,
    'https://gather.example/u/uN5_-token',
  ])
    t.ok(text.includes(part), part);
  t.ok(html.includes('Nebenstraße 2'));
  t.match(headers, {
    'List-Unsubscribe': '<https://gather.example/u/uN5_-token>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const { method, value } = calendarOf(icalEvent?.content);
  t.strictSame([method, icalEvent?.method, value('status')], ['REQUEST', 'REQUEST', 'CONFIRMED']);
  t.equal(value('url'), `https://gather.example/e/${event.id}`);
  t.equal(value('uid'), `${event.id}@event-platform`);
  t.equal(value('sequence'), '3');
  t.equal(value('summary'), event.title);
  t.equal(value('location'), event.address);
  t.equal(value('organizer'), 'mailto:hello@gather.example');
  t.equal(value('attendee'), 'mailto:guest@example.org');
});

t.test('a cancellation and a removal take the event out of the calendar', async (t) => {
  for (const kind of ['event_cancelled', 'guest_removed'] as const) {
    const { method, value } = calendarOf(
      mailOf(kind, { event: { ...event, sequence: 4 } }).icalEvent?.content,
    );
    t.strictSame([method, value('status'), value('sequence')], ['CANCEL', 'CANCELLED', '4'], kind);
  }
  const cancellation = mailOf('event_cancelled', { text: 'Call +49 30 1234567.\nSee evil.example' });
  t.match(cancellation.text, /Reason:\n> Call .*\n> See /, 'with why, quoted');
  t.notMatch(cancellation.text, /1234567|evil\.example/);
  t.notMatch(mailOf('guest_removed').text, `/e/${event.id}`);
  const invited = mailOf('invitation_received', {}, { invitationToken: 'tO5_-ken' });
  t.match(invited.text, 'https://gather.example/i/tO5_-ken\n', 'where it can be declined');
  t.match(invited.html, 'href="https://gather.example/i/tO5_-ken"');
  t.match(mailOf('invitation_received').text, `/e/${event.id}`, 'once it is answered');
});

t.test('other kinds have no calendar part, and say what they are', async (t) => {
  const subjects = {
    event_reminder: 'Soon: Spring, Concert; 🎻',
    invitation_received: 'You are invited to Spring, Concert; 🎻',
    announcement: 'A message about Spring, Concert; 🎻',
    new_sign_in: 'A new sign-in to your account',
    webhook_disabled: 'A webhook of yours was disabled',
  } as const;
  for (const [kind, subject] of Object.entries(subjects) as [keyof typeof subjects, string][]) {
    const mail = mailOf(kind);
    t.equal(mail.subject, subject);
    t.equal(mail.icalEvent, undefined, kind);
  }
  t.match(mailOf('booking_confirmed').icalEvent, { method: 'REQUEST' });
  const { text } = mailOf('new_sign_in', { event: null });
  t.notMatch(text, /\n{3}/, 'what there is not leaves no gap');
  t.match(text, /not seen before/);
  t.match(text, 'https://gather.example\n');
});

t.test('the words of an organizer are quoted, without links and telephone numbers', async (t) => {
  const { text, html } = mailOf('announcement', {
    text: 'Call +49 151 12345678\nor see https://evil.example/x',
    event: { ...event, title: 'See https://evil.example', timeZone: 'Europe/Berlin' },
  });
  t.match(text, 'Message:\n> Call');
  t.match(text, /\n> or see/);
  for (const part of [text, html]) {
    t.notMatch(part, 'https://evil.example');
    t.notMatch(part, '12345678');
  }
});

t.test('a moved zone names the former one', async (t) => {
  const { text } = mailOf('event_changed', {
    changes: {
      timeZone: { old: 'Europe/London', new: 'Europe/Berlin' },
      endAt: { old: '2026-05-01T19:00:00.000Z', new: event.endAt.toISOString() },
    },
    event: { ...event, title: '' },
  });
  t.match(text, /Before: Friday, 1 May 2026,? 19:00–20:00 BST/);
  t.match(text, 'Changed: an event.');
});

t.test('who comes is told where an event is online, in mail and calendar', async (t) => {
  const onlineUrl = 'https://meet.example/a?b=1&c=2';
  const online = { event: { ...event, address: '' } };
  for (const kind of ['event_changed', 'booking_confirmed'] as const) {
    const { text, icalEvent } = mailOf(kind, online, { onlineUrl });
    t.match(text, `Online: ${onlineUrl}\n`);
    t.notMatch(text, 'Where:');
    const { value } = calendarOf(icalEvent?.content);
    t.strictSame([value('location'), value('conference')], [onlineUrl, onlineUrl]);
  }
  t.match(mailOf('event_reminder', online, { onlineUrl }).text, `Online: ${onlineUrl}\n`);
  const both = calendarOf(mailOf('event_changed', {}, { onlineUrl }).icalEvent?.content);
  t.strictSame([both.value('location'), both.value('conference')], [event.address, onlineUrl]);
  for (const kind of ['event_cancelled', 'guest_removed', 'announcement'] as const) {
    const { text, icalEvent } = mailOf(kind, online, { onlineUrl });
    t.notMatch(text, onlineUrl, kind);
    t.notMatch(icalEvent?.content ?? '', onlineUrl, kind);
  }
});

t.test('long titles are folded between characters', async (t) => {
  const title = '🎻 Spring, concert'.repeat(12);
  const { value } = calendarOf(mailOf('event_changed', { event: { ...event, title } }).icalEvent?.content);
  t.equal(value('summary'), title);
});

t.test('an end that moves alone is told as well', async (t) => {
  const endAt = { old: '2026-05-01T19:00:00.000Z', new: event.endAt.toISOString() };
  t.match(
    mailOf('event_changed', { changes: { endAt } }).text,
    'Before: Friday, 1 May 2026, 20:00–21:00 CEST',
  );
  const timeZone = { old: 'Europe/London', new: 'Europe/Berlin' };
  t.match(
    mailOf('event_changed', { changes: { timeZone } }).text,
    'Before: Friday, 1 May 2026, 19:00–21:30 BST',
  );
});

t.test('a mail names the operator, as far as it is known', async (t) => {
  const contact = {
    email: 'help@gather.example',
    imprintUrl: 'https://gather.example/imprint',
    privacyUrl: 'https://gather.example/privacy?a=1&b=2',
    termsUrl: null,
  };
  const { text, html } = mailOf('announcement', { text: 'Soon.' }, { contact });
  for (const line of [
    'Contact: help@gather.example\n',
    'Imprint: https://gather.example/imprint\n',
    'Privacy: https://gather.example/privacy?a=1&b=2\n',
  ])
    t.ok(text.includes(line), line);
  t.match(html, 'href="mailto:help@gather.example"');
  t.match(html, 'href="https://gather.example/privacy?a=1&amp;b=2"');
  for (const part of [text, html]) t.notMatch(part, 'Terms');
  t.notMatch(mailOf('announcement').text, 'Contact:');
});

t.test('whole days are told as days, and are dates in the guest’s calendar', async (t) => {
  const days = {
    ...{ ...event, isAllDay: true },
    startAt: new Date('2026-10-23T22:00:00Z'),
    endAt: new Date('2026-10-25T23:00:00Z'),
  };
  const startAt = { old: '2026-10-22T22:00:00.000Z', new: days.startAt.toISOString() };
  const { text, icalEvent } = mailOf('event_changed', { event: days, changes: { startAt } });
  t.match(text, 'When: 24–25 October 2026\nBefore: 23–25 October 2026\n');
  const { value } = calendarOf(icalEvent?.content);
  t.strictSame([value('dtstart'), value('dtend')], ['2026-10-24', '2026-10-26']);
  const timed = { ...startAt, old: '2026-10-23T10:00:00.000Z' };
  const moved = mailOf('event_changed', { event: days, changes: { startAt: timed } });
  t.match(moved.text, 'Before: Friday, 23 October 2026 at 12:00 CEST – ');
});

t.test('a postponed event has no date in a mail, and is tentative in calendars', async (t) => {
  const mail = mailOf('event_postponed', { event: { ...event, status: 'postponed' } });
  t.match(mail.subject, /^Postponed: /);
  t.match(mail.text, /Planned before: .*A new date is not known yet/s);
  t.notMatch(mail.text, 'When:');
  const { method, value } = calendarOf(mail.icalEvent?.content);
  t.strictSame([method, value('status')], ['REQUEST', 'TENTATIVE']);
});

t.test('is in the language of its person', async (t) => {
  const rule = 'FREQ=WEEKLY;COUNT=12';
  const events = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(() => ({ ...event, onlineUrl: null }));
  const startAt = { old: '2026-05-01T17:00:00.000Z', new: event.startAt.toISOString() };
  const { subject, text, html } = mailOf(
    'event_changed',
    { changes: { startAt } },
    {
      language: 'de',
      seriesDates: { rule, events, total: 12 },
      contact: {
        email: 'hallo@gather.example',
        imprintUrl: 'https://gather.example/imprint',
        privacyUrl: null,
        termsUrl: null,
      },
    },
  );
  t.match(subject, /^Geändert: /);
  t.match(text, 'Wann: Freitag, 1. Mai 2026');
  t.match(text, 'Bisher: Freitag, 1. Mai 2026');
  t.match(text, 'Wiederholt sich: Jede Woche am Freitag, 12 Mal');
  t.match(text, /Alle 12 Termine:[\s\S]*\nund 2 weitere\n/);
  t.match(text, 'Veranstaltet von Ada Lovelace.');
  t.match(text, 'Impressum: https://gather.example/imprint');
  t.match(html, '<html lang="de">');
  t.notMatch(text, /\b(?:When|Where|Before|Repeats|dates|Organized|more mail|Contact)\b/);
  const announced = mailOf('announcement', { text: 'Bis bald.\nAda' }, { language: 'de' });
  t.match(announced.text, 'Nachricht:\n> Bis bald.\n> Ada');
  const kinds: readonly NoticeKind[] = [
    'event_cancelled',
    'event_postponed',
    'event_reminder',
    'booking_confirmed',
  ];
  for (const kind of [
    ...kinds,
    'invitation_received',
    'guest_removed',
    'new_sign_in',
    'webhook_disabled',
  ] as const)
    t.not(mailOf(kind, {}, { language: 'de' }).subject, mailOf(kind).subject, kind);
});
