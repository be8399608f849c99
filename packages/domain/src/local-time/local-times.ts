import type { Language } from './locales.ts';
import { type DayStyle, wallTimes } from './wall-time.ts';
import { zoneName } from './zone-name.ts';
import { zoneOffset } from './zone-offset.ts';

const dayOf = (wallTime: Date): number => Math.floor(wallTime.getTime() / 86_400_000);

/** An instant as the zone's clocks show it, and what they are called then. */
const inZone = (at: Date, timeZone: string, language: Language) => {
  const offset = zoneOffset(timeZone, at);
  return { wall: new Date(at.getTime() + offset), zone: zoneName(language, timeZone, at, offset) };
};

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
 * another one; both name their zone when the clock changes in between.
 */
export const localTimes = (
  event: { readonly startAt: Date; readonly endAt: Date; readonly timeZone: string },
  language: Language = 'en',
  style: DayStyle = 'long',
): string => {
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
