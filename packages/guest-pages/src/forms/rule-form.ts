import { type LocalDate, parseRule, type RulePattern, type Weekday, weekdays } from '@event-platform/domain';
import { type Typed, typedList, typedText } from './typed.ts';

/** How a series repeats, as one chooses it; `keep` is a rule that takes more words. */
export const repeats = ['', 'days', 'weeks', 'monthDay', 'monthWeekday', 'years', 'keep'] as const;
export type Repeat = (typeof repeats)[number];

export const ruleFields = ['repeat', 'interval', 'days', 'until', 'count'] as const;

export const repeatOf = (typed: Typed): Repeat =>
  repeats.find((name) => name === typedText(typed, 'repeat')) ?? '';

const frequencies = {
  days: 'DAILY',
  weeks: 'WEEKLY',
  monthDay: 'MONTHLY',
  monthWeekday: 'MONTHLY',
  years: 'YEARLY',
} as const;

/** The weekday of a date with its position in the month: the fifth one is the last. */
const nthDay = (date: LocalDate): string => {
  const position = Math.ceil(Number(date.slice(8)) / 7);
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return `${position > 4 ? -1 : position}${weekday}`;
};

const wholeNumber = (text: string, most: number): number | null =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null;

export interface ReadRule {
  /** An RRULE value of RFC 5545; null for no series, and for a rule that stays. */
  readonly rule: string | null;
  /** The fields whose values cannot be used, and why: a name among the texts of faults. */
  readonly unusable: Partial<
    Readonly<Record<'interval' | 'until' | 'count', 'interval' | 'until' | 'count' | 'oneEnd'>>
  >;
}

/** Reads the rule of a form. @param firstDate the day of the first event */
export const readRule = (typed: Typed, firstDate: LocalDate): ReadRule => {
  const repeat = repeatOf(typed);
  if (repeat === '' || repeat === 'keep') return { rule: null, unusable: {} };
  const [every, until, times] = [
    typedText(typed, 'interval') || '1',
    typedText(typed, 'until'),
    typedText(typed, 'count'),
  ];
  const interval = wholeNumber(every, 99);
  const count = times === '' ? undefined : wholeNumber(times, 200);
  const isUntilRight = until === '' || (/^\d{4}-\d\d-\d\d$/.test(until) && until >= firstDate);
  const unusable: ReadRule['unusable'] = {
    ...(interval === null ? { interval: 'interval' } : {}),
    ...(isUntilRight ? {} : { until: 'until' }),
    ...(count && until !== '' ? { count: 'oneEnd' } : {}),
    ...(count === null ? { count: 'count' } : {}),
  };
  const chosen = new Set(typedList(typed, 'days'));
  const days = weekdays.filter((weekday) => chosen.has(weekday));
  const parts = [
    `FREQ=${frequencies[repeat]}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(repeat === 'weeks' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(repeat === 'monthWeekday' ? [`BYDAY=${nthDay(firstDate)}`] : []),
    ...(count ? [`COUNT=${count}`] : until ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
  ];
  return { rule: parts.join(';'), unusable };
};

const repeatOfPattern = ({ frequency, byDay, byMonthDay, bySetPos }: RulePattern): Repeat => {
  const isPlain = byDay.length + byMonthDay.length + bySetPos.length === 0;
  const hasDays = byMonthDay.length + bySetPos.length === 0 && byDay.every(({ nth }) => nth === null);
  if (frequency === 'WEEKLY') return hasDays ? 'weeks' : 'keep';
  if (
    frequency === 'MONTHLY' &&
    byDay.length === 1 &&
    byDay[0]?.nth &&
    byMonthDay.length + bySetPos.length === 0
  )
    return 'monthWeekday';
  if (!isPlain) return 'keep';
  return frequency === 'DAILY' ? 'days' : frequency === 'MONTHLY' ? 'monthDay' : 'years';
};

/** A rule as one would choose it. */
export const typedRule = (text: string): Typed => {
  const rule = parseRule(text);
  if (!rule) return { repeat: ['keep'] };
  const { pattern, end } = rule;
  const days: readonly Weekday[] = pattern.byDay.map(({ weekday }) => weekday);
  return {
    repeat: [end.kind === 'instant' ? 'keep' : repeatOfPattern(pattern)],
    interval: [String(pattern.interval)],
    days,
    until: end.kind === 'local' ? [end.date] : [],
    count: end.kind === 'count' ? [String(end.count)] : [],
  };
};
