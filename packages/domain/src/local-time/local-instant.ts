import { after, day } from '../time.ts';
import { shownInUtc, zoneOffset } from './zone-offset.ts';

/** A calendar day, as `2026-05-01`. */
export type LocalDate = string;

/** The day that the zone's calendars show at an instant. */
export const localDateOf = (at: Date, timeZone: string): LocalDate =>
  shownInUtc(at, timeZone).toISOString().slice(0, 10);

/** What the zone's clocks show at an instant, in milliseconds since midnight. */
export const timeOfDayOf = (at: Date, timeZone: string): number => {
  const wallTime = shownInUtc(at, timeZone).getTime();
  return ((wallTime % day) + day) % day;
};

/**
 * The instant at which the zone's clocks show a time of a day, in milliseconds since midnight: the first one where a clock
 * change repeats it. A time that a change skips is as much later as the change skips (RFC 5545 section 3.3.5).
 */
export const instantOn = (date: LocalDate, timeOfDay: number, timeZone: string): Date => {
  const wallTime = after(new Date(`${date}T00:00:00.000Z`), timeOfDay);
  const before = after(wallTime, -zoneOffset(timeZone, after(wallTime, -day)));
  const later = after(wallTime, -zoneOffset(timeZone, after(wallTime, day)));
  return [before, later].find((at) => shownInUtc(at, timeZone).getTime() === wallTime.getTime()) ?? before;
};

const yearsFrom = (date: LocalDate, years: number): LocalDate => {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, dayOfMonth)).toISOString().slice(0, 10);
};

/** The day so many days later, or earlier. */
export const daysAfter = (date: LocalDate, days: number): LocalDate =>
  after(new Date(`${date}T00:00:00.000Z`), days * day)
    .toISOString()
    .slice(0, 10);

/** The same day a year later; 1 March for 29 February. */
export const yearAfter = (date: LocalDate): LocalDate => yearsFrom(date, 1);

/** The same day a year earlier; 1 March for 29 February. */
export const yearBefore = (date: LocalDate): LocalDate => yearsFrom(date, -1);

/** Whether the text is a day of the calendar. */
export const isLocalDate = (text: string): boolean => {
  const midnight = new Date(`${text}T00:00:00.000Z`);
  // Some engines read 30 February as 2 March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text;
};
