import { type FieldFault, type Location, wordsOf } from '@event-platform/domain';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../values/json.ts';
import { plainLine } from '../values/plain-text.ts';
import type { Coordinates, ReadingContext } from '../values/reading-context.ts';
import { isVirtual } from './attendance.ts';
import { typesOf } from './category.ts';

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const countryName = (value: unknown): string | undefined => {
  const country = isObject(value) ? textOf(value.name) : textOf(value);
  return country && /^[A-Za-z]{2}$/.test(country)
    ? (regionNames.of(country.toUpperCase()) ?? country)
    : country;
};

const postalLines = (addresses: unknown): readonly (string | undefined)[] => {
  const address = listOf(addresses).find((one) => isObject(one) && one['@value'] === undefined);
  if (!isObject(address)) return listOf(addresses).map(textOf);
  const locality = textOf(address.addressLocality);
  const town = [textOf(address.postalCode), locality].filter((part) => part !== undefined).join(' ');
  return [
    textOf(address.streetAddress),
    town,
    textOf(address.addressRegion),
    countryName(address.addressCountry),
  ];
};

/** The name of a place and its postal address in one line, without repetition. */
const addressLine = (place: JsonObject, toLine: (text: string) => string): string => {
  const lines = postalLines(place.address);
  const parts: string[] = [];
  for (const part of [textOf(place.name), ...lines].map((text) => text && toLine(text)))
    if (part && !parts.some((other) => other === part || other.endsWith(` ${part}`))) parts.push(part);
  return parts.join(', ');
};

/** A place, also where a text or an address stands for it. */
const placeIn = (value: unknown): unknown => {
  if (typeof value === 'string') return { name: value };
  return isObject(value) && typesOf(value).includes('PostalAddress') ? { address: value } : value;
};

/** The place that the event is at: the first one with coordinates. */
const venueOf = (value: unknown): JsonObject | undefined => {
  const places = listOf(value)
    .map(placeIn)
    .filter(isObject)
    .filter((place) => !isVirtual(place));
  return places.find(({ geo, latitude }) => geo !== undefined || latitude !== undefined) ?? places[0];
};

/** The address as it is written, which many places have without coordinates; empty when there is none. */
export const writtenAddress = (value: unknown): string => {
  const place = venueOf(value);
  return place ? addressLine(place, (text) => text) : '';
};

/** What tells a place from others: the words of its name and address, as search has them. */
const placeKey = (address: string): string => wordsOf(address).join(' ');

const coordinatesIn = (place: JsonObject): Coordinates | null => {
  const geo = listOf(place.geo).find(isObject) ?? place;
  const lat = numberOf(geo.latitude ?? geo.lat);
  const lng = numberOf(geo.longitude ?? geo.lng);
  if (lat === undefined || lng === undefined) return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
};

/** The places with coordinates, by their keys. */
export const placesIn = (value: unknown): readonly (Coordinates & { readonly key: string })[] =>
  listOf(value)
    .filter(isObject)
    .flatMap((place) => {
      const coordinates = coordinatesIn(place);
      return coordinates ? [{ ...coordinates, key: placeKey(addressLine(place, plainLine)) }] : [];
    });

/** Where a place without coordinates is: as elsewhere in the file, else as all of its places. */
export const usualCoordinates = (
  address: string,
  { survey, place }: Pick<ReadingContext, 'survey' | 'place'>,
): Coordinates | undefined => survey.coordinatesOf(placeKey(address)) ?? place;

/** The location of the event; faults name what is missing. */
export const placeOf = (
  value: unknown,
  context: Pick<ReadingContext, 'survey' | 'place'>,
): Location | readonly FieldFault[] => {
  const place = venueOf(value);
  if (!place) return [{ path: '/location', message: 'must be a Place' }];
  const address = addressLine(place, plainLine);
  const coordinates = coordinatesIn(place) ?? usualCoordinates(address, context);
  if (coordinates && address !== '') return { address, ...coordinates };
  return [
    ...(coordinates
      ? []
      : [
          {
            path: '/location/geo',
            message: 'must have a latitude and a longitude',
          },
        ]),
    ...(address === '' ? [{ path: '/location/address', message: 'must not be blank' }] : []),
  ];
};
