import type { DateBound } from '@event-platform/domain';

const dateTime =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

/** What four digits of a year can hold in UTC, and what every database can keep. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Midnight of a UTC day, or null when the calendar has no such day. */
const dayOf = (text: string): Date | null => {
  const day = new Date(`${text}T00:00:00.000Z`);
  return day.getTime() >= earliest && day.toISOString().startsWith(text) ? day : null;
};

/** Reads a date and time with its offset (RFC 3339, without leap seconds), cut to milliseconds; null for anything else. */
export const parseInstant = (text: string): Date | null => {
  const [, day] = dateTime.exec(text) ?? [];
  if (day === undefined || !dayOf(day)) return null;
  const instant = new Date(text.toUpperCase());
  return instant.getTime() >= earliest && instant.getTime() <= latest ? instant : null;
};

/** Reads an instant or a whole UTC day. The `+` of an offset may have become a space on its way through a query string. */
export const parseDateBound = (text: string): DateBound | null => {
  if (dateOnly.test(text)) {
    const at = dayOf(text);
    return at && { at, wholeDay: true };
  }
  const at = parseInstant(text.replace(/ (?=\d{2}:\d{2}$)/, '+'));
  return at && { at, wholeDay: false };
};

/** The instant that a validated text holds. */
export const instantOf = (text: string): Date => parseInstant(text) ?? unvalidated(text);

/** The bound that a validated text holds; undefined stays so. */
export const dateBoundOf = (text: string | undefined): DateBound | undefined =>
  text === undefined ? undefined : (parseDateBound(text) ?? unvalidated(text));

const unvalidated = (text: string): never => {
  throw new TypeError(`a text of ${text.length} characters came past its schema`);
};
