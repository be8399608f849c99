import t from 'tap';
import { parseRule } from '../../src/series/recurrence-rule.ts';
import { ruleDays } from '../../src/series/rule-days.ts';
import { day, hour } from '../../src/time.ts';

const days = (rule: string, first: string, last: string) => {
  const parsed = parseRule(rule);
  return parsed && ruleDays(parsed.pattern, first, last);
};

t.test('a rule may have the name of its property', async (t) => {
  t.strictSame(parseRule(' rrule:FREQ=DAILY;COUNT=2'), parseRule('FREQ=DAILY;COUNT=2'));
  t.equal(parseRule('RRULE:'), null);
  t.equal(parseRule('RRULE:RRULE:FREQ=DAILY'), null);
});

t.test('what is no rule is none', async (t) => {
  for (const text of [
    '',
    'FREQ',
    'FREQ=SECONDLY',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;BYMONTH=1',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=x',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=2;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=soon',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;UNTIL=20270101T250000',
    'FREQ=DAILY;WKST=XX',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=MONTHLY;BYDAY=0MO',
    'FREQ=YEARLY;BYDAY=54MO',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=1,1',
    'FREQ=MONTHLY;BYMONTHDAY=x',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367',
    `FREQ=DAILY;COUNT=${'0'.repeat(500)}1`,
  ])
    t.equal(parseRule(text), null, text.slice(0, 40));
});

t.test('ends are a number, a day, an instant, or none', async (t) => {
  const end = (text: string) => parseRule(`FREQ=DAILY${text}`)?.end;
  t.strictSame(end(''), { kind: 'never' });
  t.strictSame(end(';COUNT=3'), { kind: 'count', count: 3 });
  t.strictSame(end(';UNTIL=20270101'), { kind: 'local', date: '2027-01-01', timeOfDay: day - 1 });
  const noon = { kind: 'local', date: '2027-01-01', timeOfDay: 12 * hour + 999 };
  t.strictSame(end(';UNTIL=20270101T120000'), noon);
  t.strictSame(end(';UNTIL=20270101T120000Z'), { kind: 'instant', at: new Date('2027-01-01T12:00:00.999Z') });
});

t.test('rules name the days of RFC 5545', async (t) => {
  for (const [rule, first, last, expected] of [
    ['FREQ=DAILY;INTERVAL=2', '2026-12-30', '2027-01-03', ['2026-12-30', '2027-01-01', '2027-01-03']],
    ['FREQ=DAILY;BYDAY=SA;BYMONTHDAY=2', '2027-01-01', '2027-01-31', ['2027-01-02']],
    [
      'FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=TU,SU',
      '1997-08-05',
      '1997-08-31',
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    ['FREQ=MONTHLY', '2027-01-31', '2027-04-01', ['2027-01-31', '2027-03-31']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2027-01-01', '2027-02-28', ['2027-01-29', '2027-02-26']],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2027-01-01',
      '2027-02-28',
      ['2027-01-29', '2027-02-26'],
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-01', '2027-02-28', ['2027-01-31', '2027-02-28']],
    ['FREQ=YEARLY', '2024-02-29', '2029-01-01', ['2024-02-29', '2028-02-29']],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1998-12-31', ['1997-05-19', '1998-05-18']],
    ['FREQ=YEARLY;BYDAY=-1SU', '2026-01-01', '2027-12-31', ['2026-12-27', '2027-12-26']],
    ['FREQ=YEARLY;BYMONTHDAY=31;BYSETPOS=1', '2026-01-01', '2027-12-31', ['2026-01-31', '2027-01-31']],
  ] as const)
    t.strictSame(days(rule, first, last), expected, rule);
});

t.test('an interval that leads out of all calendars ends', async (t) => {
  for (const frequency of ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
    t.strictSame(days(`FREQ=${frequency};INTERVAL=999999`, '2027-01-01', '2028-12-31'), ['2027-01-01']);
});
