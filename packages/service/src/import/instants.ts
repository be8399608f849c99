import { startOfLocalDay } from './local-day.ts';

const dayMs = 86_400_000;

/** An instant that a time zone determines where a text names a calendar day alone. */
export type ZonedInstant = (timeZone: string) => Date;

const dateOnly = /^\d{4}-\d\d-\d\d$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** Midnight UTC at the beginning of a calendar day; null for `2026-02-30` and for other texts. */
const startOfDay = (text: string): Date | null => {
  if (!dateOnly.test(text)) return null;
  const start = new Date(`${text}T00:00:00.000Z`);
  // `Date` turns the 30th of February into a day of March.
  return Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== text ? null : start;
};

const offsetOf = (text: string | undefined): string => {
  if (text === undefined || text.toUpperCase() === 'Z') return 'Z';
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  return `${sign}${hours}:${minutes}`;
};

/** An instant with a time of day (RFC 3339); one without an offset is UTC unless `needsOffset`. Null for others. */
export const readInstant = (text: string, needsOffset: boolean): Date | null => {
  const [, date, time, seconds = ':00', offset] = dateTime.exec(text.trim()) ?? [];
  if (date === undefined || !startOfDay(date) || (needsOffset && offset === undefined)) return null;
  const instant = new Date(`${date}T${time}${seconds}${offsetOf(offset)}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
};

/** A schema.org Date or DateTime; of a calendar day the start, or that of the day so many days later. */
const readZoned = (text: string, days: number): ZonedInstant | null => {
  const day = startOfDay(text.trim());
  if (day) return (timeZone) => startOfLocalDay(new Date(day.getTime() + days * dayMs), timeZone);
  const instant = readInstant(text, false);
  return instant && (() => instant);
};

/** A schema.org Date or DateTime as a start: a calendar day starts with its first instant. */
export const readStart = (text: string): ZonedInstant | null => readZoned(text, 0);

/** A schema.org Date or DateTime as an end: a calendar day ends with the start of the next one. */
export const readEnd = (text: string): ZonedInstant | null => readZoned(text, 1);

/** The end of what starts at a Date or DateTime and lasts so many milliseconds: from a day on, whole days are days. */
export const endAfter = (text: string, milliseconds: number): ZonedInstant | null => {
  if (milliseconds % dayMs === 0 && isDateOnly(text)) return readZoned(text, milliseconds / dayMs);
  const start = readStart(text);
  return start && ((timeZone) => new Date(start(timeZone).getTime() + milliseconds));
};

export const isDateOnly = (text: string): boolean => dateOnly.test(text.trim());

const duration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** An ISO 8601 duration of weeks, days, hours, minutes and seconds, in milliseconds; null for others. */
export const readDuration = (text: string): number | null => {
  const parts = duration.exec(text.trim())?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (weeks * 7 + days) * dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1_000;
};
