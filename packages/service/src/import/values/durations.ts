import { daysAfter, instantOn, localDateOf, timeOfDayOf } from '@event-platform/domain';
import { dayMs } from './instants.ts';

/** A duration of ISO 8601: months and days are those of the calendar, hours and less are exact. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

const count = String.raw`(\d+(?:[.,]\d+)?)`;
const pattern = new RegExp(
  `^P(?:${count}Y)?(?:${count}M)?(?:${count}W)?(?:${count}D)?(?:T(?:${count}H)?(?:${count}M)?(?:${count}S)?)?$`,
  'i',
);

/** The alternative format: `P0000-00-00T02:00:00`, `P00000000T020000`. */
const likeTime = /^P(\d{4})-?(\d\d)()-?(\d\d)T(\d\d):?(\d\d):?(\d\d(?:[.,]\d+)?)$/i;

const mostDays = 36_600_000;

/** A duration of ISO 8601, such as `P2W`, `PT1.5H` and `P0Y0M0DT2H`; null for other texts, parts of months and a hundred thousand years. */
export const readDuration = (text: string): Duration | null => {
  const parts = (likeTime.exec(text.trim()) ?? pattern.exec(text.trim()))?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(
    (part) => Number((part || '0').replace(',', '.')),
  );
  const allMonths = years * 12 + months;
  if (!Number.isInteger(allMonths)) return null;
  const allDays = weeks * 7 + days;
  const wholeDays = Math.floor(allDays);
  const restMs = Math.round((allDays - wholeDays) * dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
  // What is longer than any event may end at no instant.
  if (Math.max(allMonths * 28, allDays, restMs / dayMs) > mostDays) return null;
  return {
    months: allMonths,
    days: wholeDays,
    milliseconds: restMs,
  };
};

/** The day so many months later, or the last one of that month. */
const monthsAfter = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/** The instant that a duration ends at; years, months, weeks and days keep the time of day in the zone. */
export const endOfDuration = (
  start: Date,
  { months, days, milliseconds }: Duration,
  timeZone: string,
): Date => {
  const day =
    months + days === 0
      ? start
      : instantOn(
          daysAfter(monthsAfter(localDateOf(start, timeZone), months), days),
          timeOfDayOf(start, timeZone),
          timeZone,
        );
  return new Date(day.getTime() + milliseconds);
};

export const isLonger = ({ months, days, milliseconds }: Duration): boolean =>
  months + days + milliseconds > 0;
