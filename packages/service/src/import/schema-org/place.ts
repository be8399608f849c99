import { type FieldFault, type Location, wordsOf } from '@event-platform/domain';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../values/json.ts';
import { plainLine } from '../values/plain-text.ts';
import type { Coordinates, ReadingContext } from '../values/reading-context.ts';

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const countryName = (value: unknown): string | undefined => {
  const country = isObject(value) ? textOf(value.name) : textOf(value);
  return country && /^[A-Za-z]{2}$/.test(country)
    ? (regionNames.of(country.toUpperCase()) ?? country)
    : country;
};

const postalLines = (address: unknown): readonly (string | undefined)[] => {
  if (!isObject(address)) return [textOf(address)];
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
  const lines = postalLines(listOf(place.address)[0]);
  const parts: string[] = [];
  for (const part of [textOf(place.name), ...lines].map((text) => text && toLine(text)))
    if (part && !parts.some((other) => other === part || other.endsWith(` ${part}`))) parts.push(part);
  return parts.join(', ');
};

/** The place that the event is at: the first one with coordinates. */
const venueOf = (value: unknown): JsonObject | undefined => {
  const places = listOf(value)
    .map((place) => (typeof place === 'string' ? { name: place } : place))
    .filter(isObject)
    .filter((place) => !listOf(place['@type']).includes('VirtualLocation'));
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
  const lat = numberOf(geo.latitude);
  const lng = numberOf(geo.longitude);
  return lat === undefined || lng === undefined ? null : { lat, lng };
};

/** The places with coordinates, by their keys. */
export const placesIn = (value: unknown): readonly (Coordinates & { readonly key: string })[] =>
  listOf(value)
    .filter(isObject)
    .flatMap((place) => {
      const coordinates = coordinatesIn(place);
      return coordinates ? [{ ...coordinates, key: placeKey(addressLine(place, plainLine)) }] : [];
    });

/**
 * The location of the event. Where it has no coordinates they are those of the same name and address elsewhere in the file, else
 * those that hold for all. Faults name what is missing.
 */
export const placeOf = (
  value: unknown,
  { survey, place: usual }: Pick<ReadingContext, 'survey' | 'place'>,
): Location | readonly FieldFault[] => {
  const place = venueOf(value);
  if (!place) return [{ path: '/location', message: 'must be a Place' }];
  const address = addressLine(place, plainLine);
  const coordinates = coordinatesIn(place) ?? survey.coordinatesOf(placeKey(address)) ?? usual;
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
