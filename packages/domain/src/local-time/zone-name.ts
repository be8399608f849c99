import { type Language, locales } from '../languages/language.ts';
import { zoneOffset } from './zone-offset.ts';

/** The regions whose English knows short names of their zones: CEST is known in Britain alone, EDT in America alone. */
const englishRegions = ['en-GB', 'en-US', 'en-AU', 'en-NZ', 'en-ZA', 'en-IN', 'en-CA'];

const nameIn = (locale: string, timeZone: string, at: Date): string => {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName') as Intl.DateTimeFormatPart;
  return name.value;
};

const isName = (name: string): boolean => !/GMT[+-]/.test(name);

const findName = (language: Language, timeZone: string, at: Date): string => {
  const ownName = nameIn(locales[language], timeZone, at);
  if (isName(ownName)) return ownName;
  for (const region of englishRegions) {
    const name = region === locales[language] ? ownName : nameIn(region, timeZone, at);
    if (isName(name)) return name;
  }
  return ownName;
};

/**
 * Finds the short name of a zone at an instant.
 * @param offset of the zone then, in milliseconds, for callers who know it
 */
export type ZoneName = (language: Language, timeZone: string, at: Date, offset?: number) => string;

/** Keeps the `mostNames` names that were used last, and makes formats only to find others. */
export const createZoneName = (mostNames: number): ZoneName => {
  const names = new Map<string, string>();
  return (language, timeZone, at, offset = zoneOffset(timeZone, at)) => {
    const year = new Date(at.getTime() + offset).getUTCFullYear();
    const key = `${language} ${timeZone.toLowerCase()} ${offset} ${year}`;
    const name = names.get(key) ?? findName(language, timeZone, at);
    names.delete(key);
    names.set(key, name);
    const [oldest] = names.keys();
    if (names.size > mostNames) names.delete(oldest as string);
    return name;
  };
};

/** Names of some hundred bytes each, where the formats take a megabyte a zone. */
export const keptNames = 1_000;

/**
 * The zone's short name at an instant: `CEST`, or its offset, such as `GMT+5:30`, where it has no name. A zone has one name
 * for each offset of a year; where it once moved to another zone, the name is one of the two.
 */
export const zoneName = createZoneName(keptNames);
