import { type Area, earthRadiusKm } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { degrees, radians } from './angles.ts';

/** Widens the box by about ten centimetres, far more than rounding can take from it. */
const margin = 1e-6;

/** A circle with the box around it; where the box crosses the antimeridian it has two spans of longitude. */
export interface BoxedArea extends Area {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
  readonly west2: number;
  readonly east2: number;
}

/** The types of a boxed area's numbers. */
export const boxedAreaTypes = {
  lat: 'float8',
  lng: 'float8',
  radiusKm: 'float8',
  south: 'float8',
  north: 'float8',
  west: 'float8',
  east: 'float8',
  west2: 'float8',
  east2: 'float8',
} as const satisfies Record<keyof BoxedArea, string>;

/** The meridians it lies between: a table of `west` and `east`. */
export const meridiansOf = (at: (key: keyof BoxedArea) => RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ${at('west')} as west, ${at('east')} as east
  union all select ${at('west2')}, ${at('east2')} where ${at('west2')} <> ${at('west')}
)`;

/** Those of the world. */
export const allMeridians: RawBuilder<unknown> = sql`(select -180::float8 as west, 180::float8 as east)`;

/** Where no second span is needed it repeats the first. */
export const boxed = ({ lat, lng, radiusKm }: Area): BoxedArea => {
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
 * The size of an angle. PostgreSQL calls it an error when a product or a square becomes too small for a double, so
 * nothing is smaller than what is far below an atom on the ground.
 */
const size = (angle: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(abs(${angle}), 1e-100::float8)`;

/**
 * Whether the event `e` lies in the circle, boundary included. The box spares most events the distance; the distance
 * itself is the domain's `distanceKm`, step by step.
 * @param at tells how a number of the boxed area is written
 */
export const withinArea = (at: (key: keyof BoxedArea) => RawBuilder<unknown>): RawBuilder<boolean> => {
  const lat = sql`sin(${size(sql`e.lat - ${at('lat')}`)} * pi() / 180 / 2)`;
  const lng = sql`sin(${size(sql`e.lng - ${at('lng')}`)} * pi() / 180 / 2)`;
  const cosines = sql`cos(${size(at('lat'))} * pi() / 180) * cos(${size(sql`e.lat`)} * pi() / 180)`;
  const chord = sql`${lat} * ${lat} + ${cosines} * ${lng} * ${lng}`;
  const distance = sql`2 * ${sql.lit(earthRadiusKm)}::float8 * asin(least(1, sqrt(${chord})))`;
  return sql<boolean>`(
    e.lat between ${at('south')} and ${at('north')}
    and (e.lng between ${at('west')} and ${at('east')} or e.lng between ${at('west2')} and ${at('east2')})
    and ${distance} <= ${at('radiusKm')})`;
};
