import { type RulePattern, ruleDays, weekdays } from '@event-platform/domain';
import fc from 'fast-check';

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
  .map((parts) =>
    parts.byDay.length + parts.byMonthDay.length === 0 ? { ...parts, bySetPos: [] } : parts,
  ) as fc.Arbitrary<RulePattern>;

const day = fc
  .integer({ min: 0, max: 2_000 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
/** The end of the year so many years later. */
export const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}-12-31`;

/** The rule of a pattern. */
export const textOf = ({ frequency, interval, byDay, byMonthDay, bySetPos, weekStart }: RulePattern) =>
  [
    `FREQ=${frequency};INTERVAL=${interval};WKST=${weekStart}`,
    ...(byDay.length > 0 ? [`BYDAY=${byDay.map(({ nth, weekday }) => `${nth ?? ''}${weekday}`)}`] : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay}`] : []),
    ...(bySetPos.length > 0 ? [`BYSETPOS=${bySetPos}`] : []),
  ].join(';');

export const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Tehran'],
] as const;

/** A random rule, its first day and a zone. */
export interface RandomRule {
  readonly rule: RulePattern;
  readonly text: string;
  readonly begin: string;
  /** The last day to compare. */
  readonly last: string;
  readonly zone: string;
}

/** As many random rules of some forms; each has a day after `last`, since libraries look for one without an end. */
export const randomRules = (
  count: number,
  isOfForm: (rule: RulePattern, begin: string) => boolean,
): readonly RandomRule[] => {
  const rules: RandomRule[] = [];
  while (rules.length < count) {
    const [rule, first, zone] = fc.sample(fc.tuple(pattern, day, fc.constantFrom(...zones)), 1)[0] ?? [];
    // Most forms are told before the costly search for days.
    if (!rule || !first || !zone || !isOfForm(rule, first)) continue;
    const all = ruleDays(rule, first, yearsLater(first, 12));
    const [begin] = all;
    const last = yearsLater(first, 2);
    if (begin === undefined || !isOfForm(rule, begin) || !all.some((date) => date > last)) continue;
    rules.push({ rule, text: textOf(rule), begin, last, zone });
  }
  return rules;
};
