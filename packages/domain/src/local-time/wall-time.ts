import { type Language, locales } from '../languages/language.ts';

/** How much of a day a text names: `Friday 1 May 2026`, or `Fri 1 May` where there is little room. */
export type DayStyle = 'long' | 'short';

const dayFields = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
} as const;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

interface Part {
  readonly type: string;
  readonly value: string;
  /** In a span. */
  readonly source?: string;
}

type Field = (wallTime: Date) => string;

/** Writes the fields of wall times where the parts of an example have theirs. */
const writer = (parts: readonly Part[], fields: Readonly<Record<string, Field>>) => {
  const steps = parts.map(({ type, value, source }) => ({
    field: fields[type] ?? (() => value),
    isEnd: source === 'endRange',
  }));
  return (from: Date, to: Date): string => {
    let text = '';
    for (const { field, isEnd } of steps) text += field(isEnd ? to : from);
    return text;
  };
};

/**
 * The texts of `Intl.DateTimeFormat` for wall times, which are instants at which UTC's clocks show them. They are written
 * as it writes one example, because its own `formatRange` takes as long as a third of a page.
 */
const wallTimesIn = (locale: string, style: DayStyle) => {
  const format = new Intl.DateTimeFormat(locale, {
    ...dayFields[style],
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const nameOf = (type: string, at: number): string =>
    (format.formatToParts(at).find((part) => part.type === type) as Part).value;
  const months = Array.from({ length: 12 }, (_, month) => nameOf('month', Date.UTC(2026, month)));
  // 1 March 2026 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, day) => nameOf('weekday', Date.UTC(2026, 2, 1 + day)));
  const fields: Readonly<Record<string, Field>> = {
    weekday: (at) => weekdays[at.getUTCDay()] as string,
    day: (at) => String(at.getUTCDate()),
    month: (at) => months[at.getUTCMonth()] as string,
    year: (at) => String(at.getUTCFullYear()),
    hour: (at) => twoDigits(at.getUTCHours()),
    minute: (at) => twoDigits(at.getUTCMinutes()),
  };
  const [evening, night] = [Date.UTC(2026, 4, 1, 18, 0), Date.UTC(2026, 4, 1, 20, 30)];
  const one = writer(format.formatToParts(evening), fields);
  const span = writer(format.formatRangeToParts(evening, night), fields);
  const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);
  return {
    /** `Friday, 1 May 2026 at 18:00`. */
    one: (at: Date): string => one(at, at),
    /** A span within a day: `Friday, 1 May 2026, 18:00–20:30`. */
    span: (from: Date, to: Date): string =>
      minuteOf(from) === minuteOf(to) ? one(from, from) : span(from, to),
  };
};

const stylesIn = (language: Language) => ({
  long: wallTimesIn(locales[language], 'long'),
  short: wallTimesIn(locales[language], 'short'),
});

export const wallTimes = { en: stylesIn('en'), de: stylesIn('de') };
