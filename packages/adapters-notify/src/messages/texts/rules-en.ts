import type { LocalDate, RecurrenceRule, Weekday } from '@event-platform/domain';
import { dateFormats } from './date-formats.ts';

/** A day of a rule: as it stands in `every week on …`, and in `…, if it is …`. */
export interface DayWords {
  readonly on: string;
  readonly is: string;
}

/** The words of rules of recurrence. Positions count from 1, or backwards from -1. */
export interface RuleTexts {
  readonly every: (frequency: RecurrenceRule['pattern']['frequency'], interval: number) => string;
  /** Follows {@link RuleTexts.every}. */
  readonly on: (days: readonly string[]) => string;
  readonly onIf: (days: readonly string[], otherDays: readonly string[], rest: string) => string;
  readonly onPositions: (positions: readonly number[], days: string) => string;
  readonly weekday: (weekday: Weekday) => DayWords;
  readonly everyWeekday: (weekday: Weekday) => DayWords;
  readonly nthWeekday: (position: number, weekday: Weekday) => DayWords;
  readonly monthDay: (position: number) => string;
  readonly yearDay: (date: LocalDate) => string;
  readonly ofMonth: string;
  readonly ofYear: string;
  readonly times: (count: number) => string;
  readonly until: (date: LocalDate) => string;
}

const { weekdayName, dayAndMonth, dayText, and, or } = dateFormats('en-GB');
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const suffixes = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixOf: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

const ordinalOf = (number: number): string => `${number}${suffixOf[suffixes.select(number)]}`;

/** `the first`, `the last`, `the 2nd last`. */
const positionWords = (position: number): string => {
  if (position > 0) return `the ${ordinals[position] ?? ordinalOf(position)}`;
  return position === -1 ? 'the last' : `the ${ordinalOf(-position)} last`;
};

const alike = (words: string): DayWords => ({ on: words, is: words });

export const englishRules: RuleTexts = {
  every: (frequency, interval) =>
    interval === 1 ? `Every ${units[frequency]}` : `Every ${interval} ${units[frequency]}s`,
  on: (days) => ` on ${and(days)}`,
  onIf: (days, otherDays, rest) => ` on ${and(days)}${rest}, if it is ${or(otherDays)}`,
  onPositions: (positions, days) =>
    ` on ${and(positions.map(positionWords))} of these days:${days.replace(/^ on/, '')}`,
  weekday: (weekday) => alike(weekdayName(weekday)),
  everyWeekday: (weekday) => alike(`every ${weekdayName(weekday)}`),
  nthWeekday: (position, weekday) => alike(`${positionWords(position)} ${weekdayName(weekday)}`),
  monthDay: (position) => (position > 0 ? `the ${ordinalOf(position)}` : `${positionWords(position)} day`),
  yearDay: dayAndMonth,
  ofMonth: ' of a month',
  ofYear: ' of the year',
  times: (count) => (count === 1 ? ', once' : `, ${count} times`),
  until: (date) => `, until ${dayText(date)}`,
};
