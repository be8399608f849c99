import type { LocalDate } from '../local-time/local-instant.ts';
import { day } from '../time.ts';
import { type RulePattern, weekdays } from './recurrence-rule.ts';

const dateOf = (dayNumber: number): LocalDate => new Date(dayNumber * day).toISOString().slice(0, 10);
const dayNumberOf = (date: LocalDate): number => Date.parse(`${date}T00:00:00.000Z`) / day;

const partsOf = (dayNumber: number) => {
  const date = new Date(dayNumber * day);
  return {
    dayNumber,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    dayOfMonth: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
  };
};

type Parts = ReturnType<typeof partsOf>;

/** The first day of its month or year, and of the next one. */
const spanOf = ({ year, month }: Parts, frequency: 'MONTHLY' | 'YEARLY'): readonly [number, number] => {
  const [start, end] = frequency === 'MONTHLY' ? [month, month + 1] : [0, 12];
  return [Date.UTC(year, start) / day, Date.UTC(year, end) / day];
};

const daysInMonth = (parts: Parts): number => {
  const [first, end] = spanOf(parts, 'MONTHLY');
  return end - first;
};

/** Whether a weekday is the nth of its month or year. */
const isNth = (parts: Parts, nth: number, frequency: 'MONTHLY' | 'YEARLY'): boolean => {
  const { dayNumber } = parts;
  const [first, end] = spanOf(parts, frequency);
  const position =
    nth > 0 ? Math.floor((dayNumber - first) / 7) + 1 : -(Math.floor((end - 1 - dayNumber) / 7) + 1);
  return position === nth;
};

/** @param start the day that gives what the pattern leaves open */
const names = ({ frequency, byDay, byMonthDay }: RulePattern, start: Parts, dayNumber: number): boolean => {
  const parts = partsOf(dayNumber);
  if (byDay.length + byMonthDay.length === 0) {
    if (frequency === 'WEEKLY') return parts.weekday === start.weekday;
    if (frequency === 'MONTHLY') return parts.dayOfMonth === start.dayOfMonth;
    return frequency === 'DAILY' || (parts.month === start.month && parts.dayOfMonth === start.dayOfMonth);
  }
  const isOfMonth =
    byMonthDay.length === 0 ||
    byMonthDay.some((number) => parts.dayOfMonth === (number > 0 ? number : daysInMonth(parts) + 1 + number));
  const isOfWeek =
    byDay.length === 0 ||
    byDay.some(
      ({ nth, weekday }) =>
        weekdays[parts.weekday] === weekday &&
        (nth === null || isNth(parts, nth, frequency === 'YEARLY' ? 'YEARLY' : 'MONTHLY')),
    );
  return isOfMonth && isOfWeek;
};

/** The first day of a period; periods are counted from that of the first date. */
const periodStart = ({ frequency, weekStart }: RulePattern, first: Parts, index: number): number => {
  const { dayNumber, year, month, weekday } = first;
  switch (frequency) {
    case 'DAILY':
      return dayNumber + index;
    case 'WEEKLY':
      return dayNumber - ((weekday - weekdays.indexOf(weekStart) + 7) % 7) + 7 * index;
    case 'MONTHLY':
      return Date.UTC(year, month + index) / day;
    case 'YEARLY':
      return Date.UTC(year + index, 0) / day;
  }
};

const daysAt = (days: readonly number[], positions: readonly number[]): readonly number[] =>
  positions.length === 0
    ? days
    : days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length));

/**
 * The days of a pattern that begins on `first`, in their order, up to `last` inclusive (RFC 5545 section 3.3.10). `first` counts
 * only when the pattern names it; what the pattern leaves open it has from `first`. It looks at every day of each period: a
 * millisecond for two years.
 */
export const ruleDays = (
  pattern: RulePattern,
  firstDate: LocalDate,
  lastDate: LocalDate,
): readonly LocalDate[] => {
  const [first, last] = [dayNumberOf(firstDate), dayNumberOf(lastDate)];
  const begin = partsOf(first);
  const dates: LocalDate[] = [];
  for (let period = 0; ; period += pattern.interval) {
    const [start, end] = [periodStart(pattern, begin, period), periodStart(pattern, begin, period + 1)];
    // A long interval leads to a year that no date has, and to NaN.
    if (!(start <= last)) return dates;
    const days = Array.from({ length: end - start }, (_, index) => start + index).filter((dayNumber) =>
      names(pattern, begin, dayNumber),
    );
    for (const dayNumber of daysAt(days, pattern.bySetPos))
      if (dayNumber >= first && dayNumber <= last) dates.push(dateOf(dayNumber));
  }
};
