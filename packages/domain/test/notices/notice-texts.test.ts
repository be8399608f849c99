import t from 'tap';
import type { Language } from '../../src/languages/language.ts';
import { type ActivityCounts, toldValues } from '../../src/notices/notice.ts';
import { noticeText } from '../../src/notices/notice-texts.ts';
import { consumers } from '../../src/outbox/change.ts';

type Notice = Parameters<typeof noticeText>[0];

const event: NonNullable<Notice['event']> = {
  id: '0198c0de-0000-7000-8000-0000000000e1' as NonNullable<Notice['event']>['id'],
  title: 'Spring Concert',
  startAt: new Date('2026-05-01T18:00:00Z'),
  endAt: new Date('2026-05-01T20:30:00Z'),
  isAllDay: false,
  timeZone: 'Europe/Berlin',
  sequence: 3,
  status: 'scheduled',
  address: 'Hauptstraße 1, Berlin',
};
const none: ActivityCounts = { going: 0, interested: 0, declined: 0, booked: 0, waitlisted: 0, cancelled: 0 };
const [when, whenInGerman] = ['Fri 1 May, 20:00–22:30 CEST', 'Fr., 1. Mai, 20:00–22:30 Uhr MESZ'];
const changes = (field: keyof ReturnType<typeof toldValues>) => ({
  [field]: { old: 'before', new: toldValues(event)[field] },
});

const textOf = (kind: Notice['kind'], more: Partial<Notice> = {}, language: Language = 'en') =>
  Object.values(noticeText({ kind, event, changes: null, activity: null, text: null, ...more }, language));

t.test('each kind has a title in two languages', async (t) => {
  for (const kind of new Set(Object.values(consumers).flatMap(({ notice }) => notice?.kind ?? []))) {
    const [[title = '', body = ''], [german = '', germanBody = '']] = [textOf(kind), textOf(kind, {}, 'de')];
    t.ok(title && german);
    t.not(title, german, kind);
    t.not(body, germanBody, kind);
    t.equal(title.includes(event.title), !/sign_in|webhook|email/.test(kind), title);
  }
});

t.test('the body says what matters of each kind', async (t) => {
  t.strictSame(textOf('event_reminder'), ['Soon: Spring Concert', `${when}, Hauptstraße 1, Berlin`]);
  t.strictSame(textOf('event_cancelled'), ['Cancelled: Spring Concert', `It was to be ${when}`]);
  t.strictSame(textOf('event_changed', { changes: changes('startAt') }), [
    'Changed: Spring Concert',
    `Now ${when}`,
  ]);
  t.strictSame(textOf('event_changed', { changes: changes('address') }).at(1), 'Now Hauptstraße 1, Berlin');
  t.strictSame(
    textOf('event_changed').at(1),
    `It takes place: ${when}`,
    'a postponed event has a date again',
  );
  t.strictSame(textOf('event_changed', {}, 'de').at(1), `Es findet statt: ${whenInGerman}`);
  t.strictSame(textOf('event_reminder', { event: null }), ['Soon: an event', ''], 'of a deleted event');
});

t.test('activity is told in numbers, without a name', async (t) => {
  const activity = {
    ...none,
    going: 3,
    cancelled: 1,
    people: [{ id: event.id as never, name: 'Ada', avatar: null }],
  };
  t.strictSame(textOf('event_activity', { activity }), [
    'What is new: Spring Concert',
    '3 going, 1 cancelled',
  ]);
  const one = { ...activity, going: 1, declined: 1, booked: 1, interested: 2, waitlisted: 1 };
  t.strictSame(textOf('event_activity', { activity: one }, 'de'), [
    'Neues zu: Spring Concert',
    '1 Zusage, 2 interessiert, 1 Buchung, 1 auf der Warteliste, 1 Absage, 1 Rücktritt',
  ]);
  const many = { ...activity, declined: 2, booked: 2, cancelled: 2 };
  t.match(
    textOf('event_activity', { activity: many }, 'de').at(1),
    /3 Zusagen, 2 Buchungen, 2 Absagen, 2 Rück/,
  );
});

t.test('what an organizer wrote has no links, telephone numbers or line breaks, and is short', async (t) => {
  const text = `Come to evil.com\nor call +49 170 1234567, mail me@evil.com. ${'x'.repeat(900)}`;
  const [, body = ''] = textOf('announcement', { text });
  t.match(body, /^Come to evil com or call …, mail me at evil com. x+…$/);
  t.equal([...body].length, 300);
  t.match(
    textOf('announcement', { event: { ...event, title: 'evil.com' } }).at(0),
    'A message about evil com',
  );
});
