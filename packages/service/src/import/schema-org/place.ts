import type { FieldFault, Location } from '@event-platform/domain';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../json.ts';
import { plainLine } from '../plain-text.ts';

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
    .filter(isObject)
    .filter((place) => !listOf(place['@type']).includes('VirtualLocation'));
  return places.find(({ geo, latitude }) => geo !== undefined || latitude !== undefined) ?? places[0];
};

/** The address as it is written, which many places have without coordinates; empty when there is none. */
export const writtenAddress = (value: unknown): string => {
  const place = venueOf(value);
  return place ? addressLine(place, (text) => text) : '';
};

/** The location of the event. Faults name what is missing. */
export const placeOf = (value: unknown): Location | readonly FieldFault[] => {
  const place = venueOf(value);
  if (!place) return [{ path: '/location', message: 'must be a Place' }];
  const geo = listOf(place.geo).find(isObject) ?? place;
  const lat = numberOf(geo.latitude);
  const lng = numberOf(geo.longitude);
  const address = addressLine(place, plainLine);
  if (lat !== undefined && lng !== undefined && address !== '') return { address, lat, lng };
  return [
    ...(lat === undefined || lng === undefined
      ? [{ path: '/location/geo', message: 'must have a latitude and a longitude' }]
      : []),
    ...(address === '' ? [{ path: '/location/address', message: 'must not be blank' }] : []),
  ];
};
