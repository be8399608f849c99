import { deepStrictEqual, equal, ok } from 'node:assert';
import {
  instantOn,
  parseRule,
  type RulePattern,
  ruleDays,
  weekdays,
  zoneOffset,
} from '@event-platform/domain';
import fc from 'fast-check';
import ICAL from 'ical.js';
import t from 'tap';

const nthDays = (most: number) =>
  fc.uniqueArray(
    fc
      .tuple(fc.option(fc.integer({ min: -most, max: most })), fc.constantFrom(...weekdays))
      .map(([nth, weekday]) => ({ nth: nth || null, weekday })),
    { minLength: 1, maxLength: 3, selector: ({ nth, weekday }) => `${nth}${weekday}` },
  );
const plainDays = fc
  .uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 4 })
  .map((days) => days.map((weekday) => ({ nth: null, weekday })));
const numbers = (most: number) =>
  fc.uniqueArray(
    fc.integer({ min: -most, max: most }).filter((number) => number !== 0),
    { minLength: 1, maxLength: 3 },
  );
const orNone = <Item>(list: fc.Arbitrary<readonly Item[]>) => fc.oneof(fc.constant([]), list);

const pattern: fc.Arbitrary<RulePattern> = fc
  .constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain((frequency) =>
    fc.record({
      frequency: fc.constant(frequency),
      interval: fc.integer({ min: 1, max: 4 }),
      byDay: orNone(frequency === 'MONTHLY' || frequency === 'YEARLY' ? nthDays(5) : plainDays),
      byMonthDay: frequency === 'WEEKLY' ? fc.constant([]) : orNone(numbers(31)),
      bySetPos: orNone(numbers(3)),
      weekStart: fc.constantFrom(...weekdays),
    }),
  )
  .map((made) =>
    made.byDay.length + made.byMonthDay.length === 0 ? { ...made, bySetPos: [] } : made,
  ) as fc.Arbitrary<RulePattern>;

const day = fc
  .integer({ min: 0, max: 2_000 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}-12-31`;

const textOf = ({ frequency, interval, byDay, byMonthDay, bySetPos, weekStart }: RulePattern) =>
  [
    `FREQ=${frequency};INTERVAL=${interval};WKST=${weekStart}`,
    ...(byDay.length > 0 ? [`BYDAY=${byDay.map(({ nth, weekday }) => `${nth ?? ''}${weekday}`)}`] : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay}`] : []),
    ...(bySetPos.length > 0 ? [`BYSETPOS=${bySetPos}`] : []),
  ].join(';');

const wallTime = 2.5 * 3_600_000;
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Tehran'];

/** The wall-clock times of a rule by ical.js. */
const timesByIcal = (rule: string, first: string, last: string): readonly string[] => {
  const start = ICAL.Time.fromDateTimeString(`${first}T02:30:00`);
  const iterator = ICAL.Recur.fromString(rule).iterator(start);
  const times: string[] = [];
  for (let time = iterator.next(); time && times.length < 2_000; time = iterator.next()) {
    const text = time.toString();
    if (text.slice(0, 10) > last) return times;
    times.push(text);
  }
  return times;
};

/** Where ical.js 2.2.1 takes the days of RFC 5545: not for all positions, and days of the month beside other parts. */
const isOfIcal = ({ frequency, byDay, byMonthDay, bySetPos }: RulePattern): boolean => {
  if (frequency !== 'MONTHLY')
    return byMonthDay.length + bySetPos.length === 0 && !byDay.some(({ nth }) => nth);
  if (byMonthDay.length > 0) return byDay.length + bySetPos.length === 0 && byMonthDay.every((nr) => nr > 0);
  return bySetPos.length === 0 && byDay.every(({ nth }) => (nth === null) === (byDay[0]?.nth === null));
};

t.test('agrees with ical.js over 500 random rules in five zones with clock changes', async () => {
  let compared = 0;
  while (compared < 500) {
    const [rule, first, zone] = fc.sample(fc.tuple(pattern, day, fc.constantFrom(...zones)), 1)[0] ?? [];
    if (!rule || !first || !zone || !isOfIcal(rule)) continue;
    const text = textOf(rule);
    equal(JSON.stringify(parseRule(text)?.pattern), JSON.stringify(rule));
    // ical.js takes its start for a date of the rule, and looks for the next date without an end.
    const all = ruleDays(rule, first, yearsLater(first, 12));
    const [begin] = all;
    const last = yearsLater(first, 2);
    if (begin === undefined || !all.some((date) => date > last)) continue;
    compared += 1;
    const dates = ruleDays(rule, begin, last);
    deepStrictEqual(
      dates.map((date) => `${date}T02:30:00`),
      timesByIcal(text, begin, last),
      `${text} from ${begin}`,
    );
    for (const date of dates as readonly string[]) {
      const at = instantOn(date, wallTime, zone);
      const late: number = at.getTime() + zoneOffset(zone, at) - Date.parse(`${date}T02:30:00.000Z`);
      // The clocks skip nothing, half an hour, or an hour.
      ok([0, 1_800_000, 3_600_000].includes(late), `${date} in ${zone}`);
    }
  }
});
