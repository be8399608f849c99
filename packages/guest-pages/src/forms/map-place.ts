import { limits } from '@event-platform/domain';

/** A place on the map, in degrees. */
export interface MapPlace {
  readonly lat: number;
  readonly lng: number;
}

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const pair = String.raw`${number}(?:,|%2C|\/|~|%20|\s)+${number}`;

/** Where links of maps name a place: the pin first, then the middle of what is shown. */
const inLinks = [
  `!3d${number}!4d${number}`,
  `[?&]mlat=${number}&mlon=${number}`,
  `[?&](?:q|query|ll|sll|daddr|destination|coordinate|cp|center|near)=(?:loc:)?${pair}`,
  String.raw`\/@${pair}`,
  String.raw`#map=[\d.]+\/${number}\/${number}`,
  `^geo:${pair}`,
].map((pattern) => new RegExp(pattern, 'i'));

const plain = new RegExp(`^${pair}$`);
/** A comma as the decimal separator: `52,4931; 13,4266` or `52,4931 13,4266`. */
const withCommas = /^(-?\d{1,3},\d+)(?:\s*;\s*|\s+|,\s+)(-?\d{1,3},\d+)$/;
/** Addresses that lead to the long one. */
const short = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|osm\.org\/go|maps\.apple\/p|binged\.it)/i;

const asPlace = (match: RegExpExecArray | null): MapPlace | null => {
  const [lat, lng] = [match?.[1], match?.[2]].map((text) => Number(text?.replace(',', '.')));
  return lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : null;
};

/**
 * Reads a place from what one pastes: coordinates, or a link of OpenStreetMap, Google, Apple or Bing that names some. `short`
 * for a link that hides them; null for all else.
 */
export const readMapPlace = (text: string): MapPlace | 'short' | null => {
  const trimmed = text.trim();
  // The patterns below take the square of some texts.
  if (trimmed.length > limits.urlLength) return null;
  const pasted = /^\w+:/.test(trimmed) ? trimmed : trimmed.replace(/°|\s*[NE]\b/g, '');
  const written = asPlace(plain.exec(pasted)) ?? asPlace(withCommas.exec(pasted));
  if (written) return written;
  for (const pattern of inLinks) {
    const place = asPlace(pattern.exec(pasted));
    if (place) return place;
  }
  return short.test(pasted) ? 'short' : null;
};
