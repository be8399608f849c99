import {
  instantOn,
  isLocalDate,
  type LocalDate,
  localDateOf,
  yearAfter,
  yearBefore,
} from '../local-time/local-instant.ts';
import { type RecurrenceRule, type RulePattern, weekdays } from './recurrence-rule.ts';
import type { SeriesRecord } from './series.ts';
import { ruleDates } from './series-dates.ts';

const weekdayOf = (date: LocalDate) =>
  weekdays[(new Date(`${date}T00:00:00.000Z`).getUTCDay() + 6) % 7] as (typeof weekdays)[number];

/** What the pattern leaves open, as the series has it: its day of the week or of the month. */
const completePattern = (
  pattern: RulePattern,
  { firstDate }: Pick<SeriesRecord, 'firstDate'>,
): RulePattern => {
  const { frequency, byDay, byMonthDay } = pattern;
  if (byDay.length > 0 || byMonthDay.length > 0) return pattern;
  if (frequency === 'WEEKLY') return { ...pattern, byDay: [{ nth: null, weekday: weekdayOf(firstDate) }] };
  if (frequency === 'MONTHLY') return { ...pattern, byMonthDay: [Number(firstDate.slice(-2))] };
  return pattern;
};

/** The day of the series' year before `date`, to look for days of the year from; leap days are tried year by year. */
const sameDayBefore = ({ firstDate }: Pick<SeriesRecord, 'firstDate'>, date: LocalDate): LocalDate => {
  const monthAndDay = firstDate.slice(4);
  let year = Number(yearBefore(date).slice(0, 4));
  while (!isLocalDate(`${year}${monthAndDay}`)) year -= 1;
  return `${year}${monthAndDay}`;
};

/**
 * The first day at or after `from` that a new rule of a series names; it counts from there. What the rule leaves open it has
 * from the series. Null when there is none within the next years.
 * @param before times that the same change may replace: `from` names an event as it was
 */
export const firstDateOf = (
  { pattern, end }: RecurrenceRule,
  series: Pick<SeriesRecord, 'firstDate' | 'timeOfDay' | 'timeZone'>,
  from: Date,
  before: Pick<SeriesRecord, 'timeOfDay' | 'timeZone'> = series,
): LocalDate | null => {
  const day = localDateOf(from, before.timeZone);
  const isByYear = pattern.frequency === 'YEARLY' && pattern.byDay.length + pattern.byMonthDay.length === 0;
  const schedule = { ...series, firstDate: isByYear ? sameDayBefore(series, day) : day };
  const every = { ...completePattern(pattern, series), interval: 1 };
  let last = yearAfter(day);
  for (let years = 1; years <= 9; years += 1, last = yearAfter(last)) {
    const { dates } = ruleDates({ pattern: every, end: { kind: 'never' } }, schedule, last);
    const first = dates.find((date) => instantOn(date, before.timeOfDay, before.timeZone) >= from);
    if (first === undefined) continue;
    return ruleDates({ pattern, end }, { ...series, firstDate: first }, first).dates[0] ?? null;
  }
  return null;
};
