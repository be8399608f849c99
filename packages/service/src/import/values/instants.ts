import { instantOn, isLocalDate, localDateOf, timeOfDayOf } from '@event-platform/domain';

/** An instant that a time zone determines where a text gives no offset. */
export type ZonedInstant = (timeZone: string) => Date;

/** What a Date or DateTime of schema.org says. */
export interface ReadTime {
  /** Of a day its first instant. */
  readonly start: ZonedInstant;
  /** As the end of an event: of a day its midnight, which 23:59 and 23:59:59 mean too. */
  readonly end: ZonedInstant;
  /** Whether it names a day without a time. */
  readonly isDay: boolean;
  /** Whether it is a time of day without an offset, which says nothing without a zone. */
  readonly isLocal: boolean;
}

/** In the extended format of ISO 8601, and in the basic one, as `20260501T1930`. */
const dateTime =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ]\s*(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

const minuteMs = 60_000;
const hourMs = 3_600_000;
export const dayMs = 86_400_000;

const offsetIn = (text: string): number => {
  if (text.toUpperCase() === 'Z') return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
};

/** From this time on an end is that of the day. */
export const lastMinute = 23 * hourMs + 59 * minuteMs;

const ofTime = (start: ZonedInstant, isLocal: boolean): ReadTime => ({
  start,
  end: (zone) => {
    const at = start(zone);
    return timeOfDayOf(at, zone) >= lastMinute ? instantOn(localDateOf(at, zone), dayMs, zone) : at;
  },
  isDay: false,
  isLocal,
});

/**
 * A Date or DateTime of schema.org (ISO 8601): an instant, where it has an offset, else what clocks at the event show.
 * Null for other texts, such as `2026-02-30`.
 */
export const readTime = (text: string): ReadTime | null => {
  const [, year, month, day, hours, minutes = '0', seconds = '0', fraction = '0', offset] =
    dateTime.exec(text.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isLocalDate(date)) return null;
  if (hours === undefined)
    return {
      start: (zone) => instantOn(date, 0, zone),
      end: (zone) => instantOn(date, dayMs, zone),
      isDay: true,
      isLocal: false,
    };
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  // 24:00 is the end of the day.
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0)) return null;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1_000);
  const timeOfDay = hour * hourMs + minute * minuteMs + second * 1_000 + milliseconds;
  if (offset === undefined) return ofTime((zone) => instantOn(date, timeOfDay, zone), true);
  const instant = new Date(Date.parse(`${date}T00:00:00.000Z`) + timeOfDay - offsetIn(offset));
  return ofTime(() => instant, false);
};
