import { isLocalDate, type LocalDate } from '../local-time/local-instant.ts';
import { day } from '../time.ts';

/** The days of the week as RFC 5545 writes them, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** A weekday; with `nth` the one of that position in its month or year, counted from the end when negative. */
export interface RuleDay {
  readonly nth: number | null;
  readonly weekday: Weekday;
}

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** Which days a rule names, without its end (RFC 5545 section 3.3.10). Empty lists narrow nothing. */
export interface RulePattern {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly byDay: readonly RuleDay[];
  readonly byMonthDay: readonly number[];
  readonly bySetPos: readonly number[];
  readonly weekStart: Weekday;
}

/** Where a rule ends: after a number of dates, at a local time or an instant (both inclusive), or never. */
export type RuleEnd =
  | { readonly kind: 'never' }
  | { readonly kind: 'count'; readonly count: number }
  /** `timeOfDay` in milliseconds since midnight. */
  | { readonly kind: 'local'; readonly date: LocalDate; readonly timeOfDay: number }
  | { readonly kind: 'instant'; readonly at: Date };

export interface RecurrenceRule {
  readonly pattern: RulePattern;
  readonly end: RuleEnd;
}

const longestRule = 500;

/** A list of different whole numbers other than 0 with `most` as the greatest distance from it. */
const numbersOf = (text: string, most: number): readonly number[] | null => {
  const texts = text.split(',');
  const numbers = texts.map(Number);
  return texts.every((item) => /^[+-]?\d{1,3}$/.test(item)) &&
    numbers.every((number) => number !== 0 && Math.abs(number) <= most) &&
    new Set(numbers).size === numbers.length
    ? numbers
    : null;
};

const positive = (text: string | undefined, fallback: number): number | null => {
  if (text === undefined) return fallback;
  return /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null;
};

/** How far positions of weekdays go; other frequencies have none. */
const mostNth: Partial<Record<Frequency, number>> = { MONTHLY: 5, YEARLY: 53 };

const daysOf = (text: string, frequency: Frequency): readonly RuleDay[] | null => {
  const days = text.split(',').map((item): RuleDay | null => {
    const [, nth = '', weekday] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(item) ?? [];
    if (!weekday) return null;
    if (nth === '') return { nth: null, weekday: weekday as Weekday };
    const position = Number(nth);
    const isPossible = position !== 0 && Math.abs(position) <= (mostNth[frequency] ?? 0);
    return isPossible ? { nth: position, weekday: weekday as Weekday } : null;
  });
  return days.every((item) => item !== null) ? days : null;
};

const endOf = (count: string | undefined, until: string | undefined): RuleEnd | null => {
  if (count !== undefined) {
    const number = until === undefined ? positive(count, 0) : null;
    return number === null ? null : { kind: 'count', count: number };
  }
  if (until === undefined) return { kind: 'never' };
  // A date means all of its day.
  const [, year, month, dayOfMonth, hour = '23', minute = '59', second = '59', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(until) ?? [];
  if (!year) return null;
  const date = `${year}-${month}-${dayOfMonth}`;
  // Starts have milliseconds, ends do not.
  const at = new Date(`${date}T${hour}:${minute}:${second}.999Z`);
  if (!isLocalDate(date) || Number.isNaN(at.getTime())) return null;
  return utc === 'Z' ? { kind: 'instant', at } : { kind: 'local', date, timeOfDay: at.getTime() % day };
};

/** The parts of a rule by name; null when one has no value or comes twice. */
const partsOf = (text: string): Partial<Record<string, string>> | null => {
  const parts = text.split(';').map((part) => /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part));
  const names = parts.map((part) => part?.[1]);
  if (names.includes(undefined) || new Set(names).size < names.length) return null;
  return Object.fromEntries(parts.map((part) => [part?.[1], part?.[2]]));
};

/** The value of a rule alone: programs also copy it with the name of its property. */
export const ruleValue = (text: string): string => text.trim().replace(/^RRULE:\s*/i, '');

/**
 * Reads an RRULE value of RFC 5545, with or without `RRULE:`: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY with INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS,
 * COUNT or UNTIL, WKST. Null for all others, also where the parts do not go together (section 3.3.10).
 */
export const parseRule = (text: string): RecurrenceRule | null => {
  const parts = text.length <= longestRule ? partsOf(ruleValue(text).toUpperCase()) : null;
  if (!parts) return null;
  const { FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, COUNT, UNTIL, WKST = 'MO', ...unknownParts } = parts;
  const frequency = frequencies.find((name) => name === FREQ);
  const weekStart = weekdays.find((name) => name === WKST);
  if (!frequency || !weekStart || Object.keys(unknownParts).length > 0) return null;
  // RFC 5545: BYMONTHDAY goes with no week, BYSETPOS needs another part to choose from.
  if (BYMONTHDAY !== undefined && frequency === 'WEEKLY') return null;
  if (BYSETPOS !== undefined && BYDAY === undefined && BYMONTHDAY === undefined) return null;
  const interval = positive(INTERVAL, 1);
  const byDay = BYDAY === undefined ? [] : daysOf(BYDAY, frequency);
  const byMonthDay = BYMONTHDAY === undefined ? [] : numbersOf(BYMONTHDAY, 31);
  const bySetPos = BYSETPOS === undefined ? [] : numbersOf(BYSETPOS, 366);
  const end = endOf(COUNT, UNTIL);
  if (interval === null || !byDay || !byMonthDay || !bySetPos || !end) return null;
  return { pattern: { frequency, interval, byDay, byMonthDay, bySetPos, weekStart }, end };
};
