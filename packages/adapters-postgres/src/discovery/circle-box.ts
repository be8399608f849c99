import { type Area, earthRadiusKm } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { degrees, radians } from './angles.ts';

/** Widens the box by about ten centimetres: orders of magnitude more than rounding takes from it. */
const margin = 1e-6;

/** A circle with the box around it; where the box crosses the antimeridian it has two spans of longitude. */
interface BoxedArea extends Area {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
  readonly west2: number;
  readonly east2: number;
}

/** The bounding box of a circle. The second span of longitude repeats the first where the box needs only one. */
const withBox = ({ lat, lng, radiusKm }: Area): BoxedArea => {
  const angle = radiusKm / earthRadiusKm;
  const south = lat - degrees(angle) - margin;
  const north = lat + degrees(angle) + margin;
  const rows = { lat, lng, radiusKm, south, north };
  // A circle that reaches a pole touches every meridian.
  if (south <= -90 || north >= 90) return { ...rows, west: -180, east: 180, west2: -180, east2: 180 };
  const half = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat))))) + margin;
  const west = lng - half;
  const east = lng + half;
  if (west < -180) return { ...rows, west: west + 360, east: 180, west2: -180, east2: east };
  if (east > 180) return { ...rows, west, east: 180, west2: -180, east2: east - 360 };
  return { ...rows, west, east, west2: west, east2: east };
};

/**
 * A circle as the SQL function `in_circle` takes it: latitude, longitude, radius in kilometres, then the bounding box in degrees:
 * south, north, west, east, and the second span of longitude.
 */
export const circleValues = (area: Area): readonly number[] => {
  const { lat, lng, radiusKm, south, north, west, east, west2, east2 } = withBox(area);
  return [lat, lng, radiusKm, south, north, west, east, west2, east2];
};

/** PostgreSQL raises an error when a product is too small for a double: hence the smallest angle. */
const sineOfHalf = (difference: RawBuilder<unknown>) =>
  sql`sin(radians(greatest(abs(${difference}), 1e-100::float8)) / 2)`;

/** The domain's `distanceKm` of the event `e` from the middle of an area, in whole millimetres. */
export const distanceFrom = ({ lat, lng }: Area): RawBuilder<number> => {
  const height = sineOfHalf(sql`e.lat - ${lat}::float8`);
  const width = sineOfHalf(sql`e.lng - ${lng}::float8`);
  return sql`round(2e6 * ${earthRadiusKm}::float8 * asin(least(1, sqrt(
    ${height} * ${height} + cos(radians(${lat}::float8)) * cos(radians(e.lat)) * ${width} * ${width}))))`;
};
