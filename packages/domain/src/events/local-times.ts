/** A language of mails and pages (BCP 47). */
export type Language = 'en' | 'de';

/** The regions whose English knows short names of their zones: CEST is known in Britain alone, EDT in America alone. */
const englishRegions = ['en-GB', 'en-US', 'en-AU', 'en-NZ', 'en-ZA', 'en-IN', 'en-CA'];

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** How much of a day a text names: `Friday 1 May 2026`, or `Fri 1 May` where there is little room. */
export type DayStyle = 'long' | 'short';

/** Making a format takes a hundred times as long as using it; there are some 600 zones, in any case of letters. */
const cached = <Value>(make: (language: Language, timeZone: string) => Value) => {
  const known = new Map<string, Value>();
  return (language: Language, timeZone: string): Value => {
    const key = `${language} ${timeZone.toLowerCase()}`;
    const value = known.get(key) ?? make(language, timeZone);
    known.set(key, value);
    return value;
  };
};

const dayFields = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
} as const;

const dayAndTimes = (style: DayStyle) =>
  cached(
    (language, timeZone) =>
      new Intl.DateTimeFormat(locales[language], {
        ...dayFields[style],
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }),
  );

const dayAndTime = { long: dayAndTimes('long'), short: dayAndTimes('short') };

const day = cached(
  (language, timeZone) => new Intl.DateTimeFormat(locales[language], { dateStyle: 'short', timeZone }),
);

const zoneFormats = cached((language, timeZone) => {
  const format = (locale: string) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  return { own: format(locales[language]), others: englishRegions.map(format) };
});

const shortName = (format: Intl.DateTimeFormat, at: Date): string =>
  format
    .formatToParts(at)
    .filter(({ type }) => type === 'timeZoneName')
    .map(({ value }) => value)
    .join('');

const isName = (name: string): boolean => !/^GMT[+-]/.test(name);

/** The zone's short name at an instant: `CEST`, or its offset, such as `GMT+5:30`, where it has no name. */
const zoneAt = (language: Language, timeZone: string, at: Date): string => {
  const { own, others } = zoneFormats(language, timeZone);
  const name = shortName(own, at);
  return [name, ...others.map((format) => shortName(format, at))].find(isName) ?? name;
};

/** An instant in the zone's local time: `Friday 1 May 2026 at 18:00 CEST`. */
export const localTime = (
  at: Date,
  timeZone: string,
  language: Language = 'en',
  style: DayStyle = 'long',
): string => `${dayAndTime[style](language, timeZone).format(at)} ${zoneAt(language, timeZone, at)}`;

/**
 * The span of an event in its local time: `Friday 1 May 2026, 18:00–20:30 CEST`. The end names its day when that is
 * another one, and its zone when the clock changes in between.
 */
export const localTimes = (
  event: { readonly startAt: Date; readonly endAt: Date; readonly timeZone: string },
  language: Language = 'en',
  style: DayStyle = 'long',
): string => {
  const { startAt, endAt, timeZone } = event;
  const [from, to] = [startAt, endAt].map((at) => day(language, timeZone).format(at));
  const zone = zoneAt(language, timeZone, startAt);
  return from === to && zone === zoneAt(language, timeZone, endAt)
    ? `${dayAndTime[style](language, timeZone).formatRange(startAt, endAt)} ${zone}`
    : `${localTime(startAt, timeZone, language, style)} – ${localTime(endAt, timeZone, language, style)}`;
};
