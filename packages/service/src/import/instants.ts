const dayMs = 86_400_000;

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

/** A schema.org Date or DateTime as a start: a calendar day starts at 00:00 UTC. */
export const readStart = (text: string): Date | null => startOfDay(text.trim()) ?? readInstant(text, false);

/** A schema.org Date or DateTime as an end: a calendar day ends at 24:00 UTC. */
export const readEnd = (text: string): Date | null => {
  const day = startOfDay(text.trim());
  return day ? new Date(day.getTime() + dayMs) : readInstant(text, false);
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
