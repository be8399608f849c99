import type { Area } from '@event-platform/domain';

/** A little more than the length of a degree of latitude, or of longitude at the equator. */
const kmPerDegree = 111.3;
/**
 * A tile is at most this share of the radius wide. Wider tiles are fewer, so that more requests find theirs in memory, and have
 * wider rings, of which each request looks at every event.
 */
const tileShare = 1 / 6;
/** More than rounding takes from a distance. */
const marginKm = 0.001;
/** The rings of larger circles hold too many events. */
const maxRadiusKm = 500;
const minRadiusKm = 0.1;

/** Two circles around the centre of the tile in which the centre of an area lies. */
export interface Tile {
  /** Holds the circle of every area of this radius whose centre lies in the tile. */
  readonly outer: Area;
  /** Lies within each of these circles. */
  readonly inner: Area;
}

/** Tiles are squares of degrees whose width is a power of two; null where areas have none. */
export const tileOf = ({ lat, lng, radiusKm }: Area): Tile | null => {
  if (radiusKm < minRadiusKm || radiusKm > maxRadiusKm) return null;
  const width = 2 ** Math.floor(Math.log2((radiusKm * tileShare) / kmPerDegree));
  const middle = (degrees: number) => (Math.floor(degrees / width) + 0.5) * width;
  const centre = { lat: middle(lat), lng: middle(lng) };
  if (Math.abs(centre.lat) > 90 || Math.abs(centre.lng) > 180) return null;
  const reachKm = width * Math.SQRT1_2 * kmPerDegree + marginKm;
  return {
    outer: { ...centre, radiusKm: radiusKm + reachKm },
    inner: { ...centre, radiusKm: radiusKm - reachKm },
  };
};
