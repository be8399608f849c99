import type { Dependencies } from '../dependencies.ts';
import type { Location } from './event.ts';

/** A read model of an event whose zone is known: the IANA name that was given for it, or that of its place. */
export type Zoned<Read extends { readonly timeZone: string | null }> = Omit<Read, 'timeZone'> & {
  readonly timeZone: string;
};

/**
 * Fills in the zone of the place where none was given. Stores keep only given ones, so a zone that was found follows a
 * moved event (ADR 0022).
 */
export const withTimeZone = <
  Read extends { readonly timeZone: string | null; readonly location: Pick<Location, 'lat' | 'lng'> },
>(
  timeZones: Dependencies['timeZones'],
  event: Read,
): Zoned<Read> => ({
  ...event,
  timeZone: event.timeZone ?? timeZones.at(event.location.lat, event.location.lng),
});

/** Names begin with a letter; engines also accept offsets such as `+01:00`, which know no daylight saving time. */
const name = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether the engine's time zone database (IANA) knows the zone. */
export const isTimeZone = (text: string): boolean => {
  if (!name.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
};
