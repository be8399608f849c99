import type { Language } from '@event-platform/domain';
import t from 'tap';
import { ruleWords } from '../../src/messages/rule-words.ts';

const words = (rule: string, timeZone = 'Europe/Berlin', language: Language = 'en') =>
  ruleWords(rule, '2026-05-05', timeZone, language);

t.test('says rules in words', async (t) => {
  for (const [rule, expected] of [
    ['FREQ=WEEKLY;COUNT=10', 'Every week on Tuesday, 10 times'],
    ['FREQ=WEEKLY;BYDAY=TH,MO', 'Every week on Monday and Thursday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE', 'Every 2 weeks on Monday, Tuesday and Wednesday'],
    ['FREQ=WEEKLY;COUNT=1', 'Every week on Tuesday, once'],
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3;UNTIL=20270131', 'Every 3 days, until 31 January 2027'],
    ['FREQ=DAILY;BYDAY=SA,SU', 'Every day on Saturday and Sunday'],
    ['FREQ=DAILY;BYMONTHDAY=1,15', 'Every day on the 1st and the 15th of a month'],
    ['FREQ=MONTHLY', 'Every month on the 5th'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=2,23,-1,-2',
      'Every month on the 2nd, the 23rd, the last day and the 2nd last day',
    ],
    ['FREQ=MONTHLY;BYDAY=1MO', 'Every month on the first Monday'],
    ['FREQ=MONTHLY;BYDAY=-1FR,TU', 'Every month on the last Friday and every Tuesday'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'Every month on the 13th, if it is Friday'],
    [
      'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=1,-1',
      'Every month on the first and the last of these days: Monday and Friday',
    ],
    ['FREQ=YEARLY', 'Every year on 5 May'],
    ['FREQ=YEARLY;INTERVAL=2;BYDAY=20MO', 'Every 2 years on the 20th Monday of the year'],
    ['FREQ=YEARLY;BYMONTHDAY=11', 'Every year on the 11th of a month'],
    ['FREQ=YEARLY;BYDAY=SU', 'Every year on every Sunday'],
    ['FREQ=WEEKLY;UNTIL=20270101T120000', 'Every week on Tuesday, until 1 January 2027'],
    ['FREQ=WEEKLY;UNTIL=20261231T233000Z', 'Every week on Tuesday, until 1 January 2027'],
  ] as const)
    t.equal(words(rule), expected, rule);
  t.equal(
    words('FREQ=WEEKLY;UNTIL=20261231T233000Z', 'UTC'),
    'Every week on Tuesday, until 31 December 2026',
  );
  t.equal(words('Tuesdays'), null);
});

t.test('says rules in German', async (t) => {
  for (const [rule, expected] of [
    ['FREQ=WEEKLY;COUNT=10', 'Jede Woche am Dienstag, 10 Mal'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO', 'Alle 2 Wochen am Montag und am Donnerstag'],
    ['FREQ=WEEKLY;COUNT=1', 'Jede Woche am Dienstag, einmal'],
    ['FREQ=DAILY;INTERVAL=3;UNTIL=20270131', 'Alle 3 Tage, bis 31. Januar 2027'],
    ['FREQ=DAILY;BYMONTHDAY=1,15', 'Jeden Tag am 1. und am 15. eines Monats'],
    ['FREQ=MONTHLY', 'Jeden Monat am 5.'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=2,-1,-2,-7',
      'Jeden Monat am 2., am letzten Tag, am vorletzten Tag und am 7.-letzten Tag',
    ],
    ['FREQ=MONTHLY;BYDAY=-1FR,TU', 'Jeden Monat am letzten Freitag und an jedem Dienstag'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'Jeden Monat am 13., wenn es ein Freitag ist'],
    ['FREQ=MONTHLY;BYDAY=1FR;BYMONTHDAY=3', 'Jeden Monat am 3., wenn es der erste Freitag ist'],
    [
      'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=1,-1',
      'Jeden Monat am ersten und am letzten dieser Tage: am Montag und am Freitag',
    ],
    ['FREQ=YEARLY', 'Jedes Jahr am 5. Mai'],
    ['FREQ=YEARLY;INTERVAL=2;BYDAY=20MO', 'Alle 2 Jahre am 20. Montag des Jahres'],
  ] as const)
    t.equal(words(rule, 'Europe/Berlin', 'de'), expected, rule);
});
