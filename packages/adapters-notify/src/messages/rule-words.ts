import {
  type LocalDate,
  localDateOf,
  parseRule,
  type RecurrenceRule,
  type RuleDay,
  type RuleEnd,
  type Weekday,
  weekdays,
} from '@event-platform/domain';

type Pattern = RecurrenceRule['pattern'];

const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const suffixes = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixOf: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const conjunction = new Intl.ListFormat('en-GB');

const at = (date: LocalDate): number => Date.parse(`${date}T00:00:00.000Z`);
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const weekdayFormat = format({ weekday: 'long' });
const dayAndMonth = format({ day: 'numeric', month: 'long' });
const dayFormat = format({ dateStyle: 'long' });

/** 5 January 2026 is a Monday. */
const weekdayName = (weekday: Weekday): string =>
  weekdayFormat.format(Date.UTC(2026, 0, 5 + weekdays.indexOf(weekday)));

const ordinalOf = (number: number): string => `${number}${suffixOf[suffixes.select(number)]}`;

/** `the first`, `the last`, `the 2nd last`. */
const positionWords = (position: number): string => {
  if (position > 0) return `the ${ordinals[position] ?? ordinalOf(position)}`;
  return position === -1 ? 'the last' : `the ${ordinalOf(-position)} last`;
};

const monthDayWords = (number: number): string =>
  number > 0 ? `the ${ordinalOf(number)}` : `${positionWords(number)} day`;

const weekdayWords =
  ({ frequency, bySetPos, byMonthDay }: Pattern) =>
  ({ nth, weekday }: RuleDay): string => {
    if (nth !== null) return `${positionWords(nth)} ${weekdayName(weekday)}`;
    const isAny = bySetPos.length + byMonthDay.length > 0 || frequency === 'DAILY' || frequency === 'WEEKLY';
    return isAny ? weekdayName(weekday) : `every ${weekdayName(weekday)}`;
  };

/** In the order of the week, those with a position after the others. */
const inOrder = (days: readonly RuleDay[]): readonly RuleDay[] =>
  days.toSorted(
    (one, other) =>
      (one.nth ?? 0) - (other.nth ?? 0) || weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday),
  );

/** What a rule leaves open it has from the first date. */
const openDay = ({ frequency }: Pattern, first: LocalDate): string => {
  switch (frequency) {
    case 'DAILY':
      return '';
    case 'WEEKLY':
      return ` on ${weekdayFormat.format(at(first))}`;
    case 'MONTHLY':
      return ` on the ${ordinalOf(Number(first.slice(-2)))}`;
    case 'YEARLY':
      return ` on ${dayAndMonth.format(at(first))}`;
  }
};

const dayWords = (pattern: Pattern, first: LocalDate): string => {
  const { frequency, byDay, byMonthDay, bySetPos } = pattern;
  if (byDay.length + byMonthDay.length === 0) return openDay(pattern, first);
  const monthDays = byMonthDay.map(monthDayWords);
  const days = inOrder(byDay).map(weekdayWords(pattern));
  const isWithoutMonth = frequency === 'DAILY' || frequency === 'YEARLY';
  const ofMonth = monthDays.length > 0 && isWithoutMonth ? ' of a month' : '';
  const ofYear = frequency === 'YEARLY' && byDay.some(({ nth }) => nth !== null) ? ' of the year' : '';
  const both = monthDays.length > 0 && days.length > 0;
  const dayNames = both
    ? `${conjunction.format(monthDays)}${ofMonth}, if it is ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(days)}`
    : `${conjunction.format([...monthDays, ...days])}${ofMonth}`;
  if (bySetPos.length === 0) return ` on ${dayNames}${ofYear}`;
  const positions = conjunction.format(bySetPos.map(positionWords));
  return ` on ${positions} of these days: ${dayNames}${ofYear}`;
};

const endWords = (end: RuleEnd, timeZone: string): string => {
  switch (end.kind) {
    case 'never':
      return '';
    case 'count':
      return end.count === 1 ? ', once' : `, ${end.count} times`;
    case 'local':
      return `, until ${dayFormat.format(at(end.date))}`;
    case 'instant':
      return `, until ${dayFormat.format(at(localDateOf(end.at, timeZone)))}`;
  }
};

/**
 * An RRULE value in English, such as `Every week on Tuesday, 10 times`; null for what is none.
 * @param first a date of the rule, in the zone of its events
 */
export const ruleWords = (text: string, first: LocalDate, timeZone: string): string | null => {
  const rule = parseRule(text);
  if (!rule) return null;
  const { pattern, end } = rule;
  const unit = units[pattern.frequency];
  const every = pattern.interval === 1 ? `Every ${unit}` : `Every ${pattern.interval} ${unit}s`;
  return `${every}${dayWords(pattern, first)}${endWords(end, timeZone)}`;
};
