import type { DateBound } from '@event-platform/domain';

const dateTime =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

/** The range of a four-digit year in UTC, which every database can store. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Midnight of a UTC day, or null when the calendar has no such day. */
const dayOf = (text: string): Date | null => {
  const day = new Date(`${text}T00:00:00.000Z`);
  return day.getTime() >= earliest && day.toISOString().startsWith(text) ? day : null;
};

/** Parses a date and time with its offset (RFC 3339, no leap seconds), truncated to milliseconds; else null. */
export const parseInstant = (text: string): Date | null => {
  const [, day] = dateTime.exec(text) ?? [];
  if (day === undefined || !dayOf(day)) return null;
  const instant = new Date(text.toUpperCase());
  return instant.getTime() >= earliest && instant.getTime() <= latest ? instant : null;
};

/** Parses an instant or a whole UTC day. An unencoded `+` of an offset in a query string arrives as a space. */
export const parseDateBound = (text: string): DateBound | null => {
  if (dateOnly.test(text)) {
    const at = dayOf(text);
    return at && { at, wholeDay: true };
  }
  const at = parseInstant(text.replace(/ (?=\d{2}:\d{2}$)/, '+'));
  return at && { at, wholeDay: false };
};

/** The instant of a validated text. */
export const instantOf = (text: string): Date => parseInstant(text) ?? refuseUnvalidated(text);

/** The bound of a validated text; undefined for undefined. */
export const dateBoundOf = (text: string | undefined): DateBound | undefined =>
  text === undefined ? undefined : (parseDateBound(text) ?? refuseUnvalidated(text));

const refuseUnvalidated = (text: string): never => {
  throw new TypeError(`a text of ${text.length} characters passed its schema unvalidated`);
};
