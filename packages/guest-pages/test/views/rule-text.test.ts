import type { SeriesId } from '@event-platform/domain';
import t from 'tap';
import { ruleSentence, ruleText, wholeRule } from '../../src/views/event/rule-text.ts';

/** A Tuesday. */
const day = '2026-06-02';

t.test('rules are said in plain words', async (t) => {
  for (const [rule, english, german] of [
    ['FREQ=DAILY', 'Every day', 'Jeden Tag'],
    ['FREQ=DAILY;INTERVAL=3', 'Every 3 days', 'Alle 3 Tage'],
    ['FREQ=DAILY;BYDAY=SA,SU', 'Every Saturday and Sunday', 'Jeden Samstag und Sonntag'],
    ['FREQ=WEEKLY', 'Every Tuesday', 'Jeden Dienstag'],
    ['FREQ=WEEKLY;COUNT=4;BYDAY=TH,TU', 'Every Tuesday and Thursday', 'Jeden Dienstag und Donnerstag'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'Every day', 'Jeden Tag'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every 2 weeks on Tuesday', 'Alle 2 Wochen am Dienstag'],
    ['FREQ=MONTHLY', 'Every month on the 2nd', 'Jeden Monat am 2.'],
    ['FREQ=MONTHLY;BYMONTHDAY=13', 'Every month on the 13th', 'Jeden Monat am 13.'],
    ['FREQ=MONTHLY;BYMONTHDAY=21', 'Every month on the 21st', 'Jeden Monat am 21.'],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU',
      'Every 2 months on the second Tuesday',
      'Alle 2 Monate am zweiten Dienstag',
    ],
    ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'Every month on the last Friday', 'Jeden Monat am letzten Freitag'],
    ['FREQ=YEARLY', 'Every year', 'Jedes Jahr'],
    ['FREQ=YEARLY;INTERVAL=4', 'Every 4 years', 'Alle 4 Jahre'],
  ] as const) {
    t.equal(ruleText(rule, day, 'en'), english, rule);
    t.equal(ruleText(rule, day, 'de'), german, rule);
  }
});

t.test('other rules repeat', async (t) => {
  for (const rule of [
    'FREQ=DAILY;INTERVAL=2;BYDAY=MO',
    'FREQ=DAILY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=5MO',
    'FREQ=MONTHLY;BYDAY=MO',
    'FREQ=YEARLY;BYDAY=20MO',
    'nonsense',
  ])
    t.strictSame(
      [ruleText(rule, day, 'en'), ruleText(rule, day, 'de')],
      ['Repeats', 'Wiederholt sich'],
      rule,
    );
});

t.test('a moved date does not tell the day of its rule', async (t) => {
  t.equal(ruleText('FREQ=WEEKLY', null, 'en'), 'Every week');
  t.equal(ruleText('FREQ=WEEKLY;INTERVAL=2', null, 'en'), 'Every 2 weeks');
  t.equal(ruleText('FREQ=WEEKLY', null, 'de'), 'Jede Woche');
  t.equal(ruleText('FREQ=WEEKLY;INTERVAL=2', null, 'de'), 'Alle 2 Wochen');
  t.equal(ruleText('FREQ=MONTHLY', null, 'en'), 'Repeats');
});

t.test('a sentence of a rule ends with one full stop in every language', async (t) => {
  t.equal(ruleSentence('FREQ=MONTHLY;BYMONTHDAY=31', day, 'de'), 'Jeden Monat am 31.');
  t.equal(ruleSentence('FREQ=MONTHLY;BYMONTHDAY=31', day, 'en'), 'Every month on the 31st.');
  t.equal(ruleSentence('FREQ=WEEKLY', day, 'de'), 'Jeden Dienstag.');
});

t.test('who manages an event reads its day and where its rule ends', async (t) => {
  const event = {
    startAt: new Date('2026-06-02T23:30:00.000Z'),
    timeZone: 'Europe/Berlin',
    series: { id: 'x' as SeriesId, isDetached: false },
  };
  for (const [rule, english, german] of [
    ['FREQ=MONTHLY', 'Every month on the 3rd.', 'Jeden Monat am 3.'],
    ['FREQ=MONTHLY;COUNT=5', 'Every month on the 3rd, 5 times.', 'Jeden Monat am 3., 5-mal.'],
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=1', 'Every Monday, once.', 'Jeden Montag, einmal.'],
    [
      'FREQ=WEEKLY;UNTIL=20260630',
      'Every Wednesday, until 30 June 2026.',
      'Jeden Mittwoch, bis 30. Juni 2026.',
    ],
    ['FREQ=DAILY;UNTIL=20260630T220000Z', 'Every day, until 1 July 2026.', 'Jeden Tag, bis 1. Juli 2026.'],
  ] as const)
    t.strictSame([wholeRule(rule, event, 'en'), wholeRule(rule, event, 'de')], [english, german], rule);
  t.equal(
    wholeRule('FREQ=MONTHLY', { ...event, series: { ...event.series, isDetached: true } }, 'en'),
    'Repeats.',
  );
});
