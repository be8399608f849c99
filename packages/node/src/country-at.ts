import type { TimeZones } from '@event-platform/domain';

declare global {
  namespace Intl {
    interface Locale {
      /** The zones of the locale's region (ECMA-402, Intl Locale Info). */
      getTimeZones(): readonly string[] | undefined;
    }
  }
}

/** The name that CLDR has for a zone: it keeps the first one, such as `Europe/Kiev`. */
const cldrName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/**
 * The one of some countries that a place lies in, by its time zone; null for none of them.
 * @param countries ISO 3166-1 alpha-2
 */
export const countryAt = (
  timeZones: TimeZones,
  { lat, lng }: { readonly lat: number; readonly lng: number },
  countries: readonly string[],
): string | null => {
  const zone = timeZones.at(lat, lng);
  const names: ReadonlySet<string> = new Set([zone, cldrName(zone)]);
  const isThere = (region: string): boolean =>
    new Intl.Locale('und', { region }).getTimeZones()?.some((name) => names.has(name)) ?? false;
  return countries.find(isThere) ?? null;
};
