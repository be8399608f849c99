import {
  daysAfter,
  instantOn,
  type LocalDate,
  localDateOf,
  yearAfter,
  yearBefore,
} from '../local-time/local-instant.ts';
import { after, day } from '../time.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';
import { ruleDays } from './rule-days.ts';
import { type SeriesRecord, seriesPolicy } from './series.ts';

type Schedule = Pick<SeriesRecord, 'firstDate' | 'timeOfDay' | 'timeZone'>;

/** When the occurrence of a day starts. */
export const startOn = ({ timeOfDay, timeZone }: Schedule, date: LocalDate): Date =>
  instantOn(date, timeOfDay, timeZone);

/** All days of the rule up to `last`, and whether it ends there or before. */
export const ruleDates = (
  { pattern, end }: RecurrenceRule,
  schedule: Schedule,
  last: LocalDate,
): { readonly dates: readonly LocalDate[]; readonly isOver: boolean } => {
  const dates = ruleDays(pattern, schedule.firstDate, last);
  switch (end.kind) {
    case 'never':
      return { dates, isOver: false };
    case 'count':
      return { dates: dates.slice(0, end.count), isOver: dates.length >= end.count };
    case 'local': {
      const lastDate = schedule.timeOfDay <= end.timeOfDay ? end.date : daysAfter(end.date, -1);
      return { dates: dates.filter((date) => date <= lastDate), isOver: lastDate <= last };
    }
    case 'instant':
      return {
        dates: dates.filter((date) => startOn(schedule, date) <= end.at),
        isOver: end.at <= startOn(schedule, last),
      };
  }
};

/** The last day that occurrences are made for: a year from now or from the first day. */
export const horizonOf = (schedule: Schedule, now: Date): LocalDate => {
  const today = localDateOf(now, schedule.timeZone);
  return yearAfter(today > schedule.firstDate ? today : schedule.firstDate);
};

/** What is to be made now, and the series after it. */
export interface NextDates {
  readonly dates: readonly LocalDate[];
  readonly madeThrough: LocalDate;
  readonly extendAt: Date | null;
}

/**
 * The days after those that are made, within the horizon and at most as many as are made in one step. The days of `without`
 * have an event.
 */
export const nextDates = (
  rule: RecurrenceRule,
  series: Schedule & Pick<SeriesRecord, 'madeThrough'>,
  now: Date,
  without: ReadonlySet<LocalDate> = new Set(),
): NextDates => {
  const horizon = horizonOf(series, now);
  const { dates, isOver } = ruleDates(rule, series, yearAfter(horizon));
  const { madeThrough } = series;
  const rest = dates.filter((date) => (madeThrough === null || date > madeThrough) && !without.has(date));
  const datesInReach = rest.filter((date) => date <= horizon);
  const batch = datesInReach.slice(0, seriesPolicy.occurrencesAtOnce);
  if (batch.length < datesInReach.length)
    return { dates: batch, madeThrough: batch.at(-1) as LocalDate, extendAt: now };
  const next = rest[datesInReach.length];
  // A day comes within the horizon when the day a year before it begins.
  return {
    dates: batch,
    madeThrough: horizon,
    extendAt: next ? instantOn(yearBefore(next), 0, series.timeZone) : lookAgain(isOver, now),
  };
};

/** Rules may name no day for a year and go on after it. */
const lookAgain = (isOver: boolean, now: Date): Date | null => (isOver ? null : after(now, 365 * day));
