import { type Area, earthRadiusKm } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
/** Widens the box by about ten centimetres, far more than rounding can take from it. */
const margin = 1e-6;

/**
 * The size of an angle. PostgreSQL calls it an error when a product or a square becomes too small for a double, so
 * nothing is smaller than what is far below an atom on the ground.
 */
const size = (angle: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(abs(${angle}), 1e-100::float8)`;

/**
 * Whether the event `e` lies in the circle, boundary included. A box in degrees lets an index find the candidates;
 * the distance itself is the domain's `distanceKm`, step by step.
 */
export const withinArea = (area: Area): RawBuilder<boolean> => {
  const lat = sql`sin(${size(sql`e.lat - ${area.lat}::float8`)} * pi() / 180 / 2)`;
  const lng = sql`sin(${size(sql`e.lng - ${area.lng}::float8`)} * pi() / 180 / 2)`;
  const cosines = sql`cos(${size(sql`${area.lat}::float8`)} * pi() / 180) * cos(${size(sql`e.lat`)} * pi() / 180)`;
  const chord = sql`${lat} * ${lat} + ${cosines} * ${lng} * ${lng}`;
  const distance = sql`2 * ${earthRadiusKm}::float8 * asin(least(1, sqrt(${chord})))`;
  return sql<boolean>`(${withinBox(area)} and ${distance} <= ${area.radiusKm}::float8)`;
};

const withinBox = ({ lat, lng, radiusKm }: Area): RawBuilder<boolean> => {
  const angle = radiusKm / earthRadiusKm;
  const south = lat - degrees(angle) - margin;
  const north = lat + degrees(angle) + margin;
  const rows = sql<boolean>`e.lat between ${south}::float8 and ${north}::float8`;
  // A circle that reaches a pole touches every meridian.
  if (south <= -90 || north >= 90) return rows;
  const half = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat))))) + margin;
  const west = lng - half;
  const east = lng + half;
  const columns =
    west < -180
      ? sql`(e.lng >= ${west + 360}::float8 or e.lng <= ${east}::float8)`
      : east > 180
        ? sql`(e.lng >= ${west}::float8 or e.lng <= ${east - 360}::float8)`
        : sql`e.lng between ${west}::float8 and ${east}::float8`;
  return sql<boolean>`${rows} and ${columns}`;
};
