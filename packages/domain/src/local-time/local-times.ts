import { type Language, locales } from '../languages/language.ts';
import { type DayStyle, wallTimes } from './wall-time.ts';
import { datesOf, endOfDays } from './whole-days.ts';
import { zoneName } from './zone-name.ts';
import { zoneOffset } from './zone-offset.ts';

const dayOf = (wallTime: Date): number => Math.floor(wallTime.getTime() / 86_400_000);

/** An instant as the zone's clocks show it, and what they are called then. */
const inZone = (at: Date, timeZone: string, language: Language) => {
  const offset = zoneOffset(timeZone, at);
  return { wall: new Date(at.getTime() + offset), zone: zoneName(language, timeZone, at, offset) };
};

/** When an event takes place. */
export interface EventTimes {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly timeZone: string;
  readonly isAllDay: boolean;
}

const daysText = (language: Language, style: DayStyle) => {
  const format = (weekday: DayStyle | undefined) =>
    new Intl.DateTimeFormat(locales[language], {
      ...{ day: 'numeric', month: 'long', timeZone: 'UTC', weekday },
      ...(style === 'long' ? { year: 'numeric' } : {}),
    } as const);
  const [one, several] = [format(style), format(undefined)];
  return ({ startAt, endAt, timeZone }: EventTimes): string => {
    const { first, last } = datesOf({ startAt, endAt }, timeZone);
    return first === last
      ? one.format(new Date(first))
      : // `4 – 7 December`, of a month, is written as one number is.
        several
          .formatRange(new Date(first), new Date(last))
          .replaceAll('\u2009', ' ')
          .replace(/^(\d+) – (?=\d)/, '$1–');
  };
};

const textsIn = (language: Language) => ({
  long: daysText(language, 'long'),
  short: daysText(language, 'short'),
});
const dayTexts = { en: textsIn('en'), de: textsIn('de') };

/** The day or the time at which an event begins. */
export const startText = (
  event: Omit<EventTimes, 'endAt'>,
  language: Language = 'en',
  style: DayStyle = 'long',
): string =>
  event.isAllDay
    ? localTimes({ ...event, endAt: endOfDays(event.startAt, 1, event.timeZone) }, language, style)
    : localTime(event.startAt, event.timeZone, language, style);

/** An instant in the zone's local time: `Friday, 1 May 2026 at 18:00 CEST`. */
export const localTime = (
  at: Date,
  timeZone: string,
  language: Language = 'en',
  style: DayStyle = 'long',
): string => {
  const { wall, zone } = inZone(at, timeZone, language);
  return `${wallTimes[language][style].one(wall)} ${zone}`;
};

/**
 * The span of an event in its local time: `Friday, 1 May 2026, 18:00–20:30 CEST`. The end names its day when that is
 * another one; both name their zone when the clock changes in between. Whole days are `Friday, 1 May 2026`, `1–3 May 2026`.
 */
export const localTimes = (
  event: EventTimes,
  language: Language = 'en',
  style: DayStyle = 'long',
): string => {
  if (event.isAllDay) return dayTexts[language][style](event);
  const start = inZone(event.startAt, event.timeZone, language);
  const end = inZone(event.endAt, event.timeZone, language);
  const { one, span } = wallTimes[language][style];
  if (start.zone !== end.zone) return `${one(start.wall)} ${start.zone} – ${one(end.wall)} ${end.zone}`;
  const text =
    dayOf(start.wall) === dayOf(end.wall)
      ? span(start.wall, end.wall)
      : `${one(start.wall)} – ${one(end.wall)}`;
  return `${text} ${start.zone}`;
};
