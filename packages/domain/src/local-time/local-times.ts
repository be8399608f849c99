import { type Language, locales } from './locales.ts';
import { zoneName } from './zone-name.ts';
import { shownInUtc } from './zone-offset.ts';

/** How much of a day a text names: `Friday 1 May 2026`, or `Fri 1 May` where there is little room. */
export type DayStyle = 'long' | 'short';

const dayFields = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
} as const;

/** Of UTC for all zones: instants are moved by the zone's offset, because formats of each zone would fill the memory. */
const dayAndTimeIn = (language: Language) => {
  const format = (style: DayStyle) =>
    new Intl.DateTimeFormat(locales[language], {
      ...dayFields[style],
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    });
  return { long: format('long'), short: format('short') };
};

const dayAndTime = { en: dayAndTimeIn('en'), de: dayAndTimeIn('de') };

const dayOf = (wallTime: Date): string => wallTime.toISOString().slice(0, 10);

/** An instant in the zone's local time: `Friday 1 May 2026 at 18:00 CEST`. */
export const localTime = (
  at: Date,
  timeZone: string,
  language: Language = 'en',
  style: DayStyle = 'long',
): string =>
  `${dayAndTime[language][style].format(shownInUtc(at, timeZone))} ${zoneName(language, timeZone, at)}`;

/**
 * The span of an event in its local time: `Friday 1 May 2026, 18:00–20:30 CEST`. The end names its day when that is
 * another one; both name their zone when the clock changes in between.
 */
export const localTimes = (
  event: { readonly startAt: Date; readonly endAt: Date; readonly timeZone: string },
  language: Language = 'en',
  style: DayStyle = 'long',
): string => {
  const { startAt, endAt, timeZone } = event;
  const [from, to] = [shownInUtc(startAt, timeZone), shownInUtc(endAt, timeZone)];
  const zone = zoneName(language, timeZone, startAt);
  const format = dayAndTime[language][style];
  if (zone !== zoneName(language, timeZone, endAt))
    return `${localTime(startAt, timeZone, language, style)} – ${localTime(endAt, timeZone, language, style)}`;
  const span =
    dayOf(from) === dayOf(to)
      ? format.formatRange(from, to)
      : `${format.format(from)} – ${format.format(to)}`;
  return `${span} ${zone}`;
};
