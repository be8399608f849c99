import { type Area, earthRadiusKm } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { degrees, radians } from './angles.ts';

/** Widens the box by about ten centimetres: orders of magnitude more than rounding takes from it. */
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

/** The spans of longitude of the area: a table of `west` and `east`. */
export const longitudeSpans = (
  at: (key: keyof BoxedArea) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select ${at('west')} as west, ${at('east')} as east
  union all select ${at('west2')}, ${at('east2')} where ${at('west2')} <> ${at('west')}
)`;

/** Longitude bounds that cover the whole globe. */
export const allLongitudes: RawBuilder<unknown> = sql`(select -180::float8 as west, 180::float8 as east)`;

/** The bounding box of a circle. The second span of longitude repeats the first where the box needs only one. */
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
 * The absolute value of an angle, at least 1e-100 degrees: PostgreSQL raises an underflow error when a product or a
 * square is too small for a double.
 */
const magnitude = (angle: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(abs(${angle}), 1e-100::float8)`;

/**
 * The distance of the event `e` from the middle of the area in kilometres: the domain's `distanceKm` step by step.
 * @param at the SQL of a number of the boxed area
 */
const distance = (at: (key: keyof BoxedArea) => RawBuilder<unknown>): RawBuilder<number> => {
  const lat = sql`sin(${magnitude(sql`e.lat - ${at('lat')}`)} * pi() / 180 / 2)`;
  const lng = sql`sin(${magnitude(sql`e.lng - ${at('lng')}`)} * pi() / 180 / 2)`;
  const cosines = sql`cos(${magnitude(at('lat'))} * pi() / 180) * cos(${magnitude(sql`e.lat`)} * pi() / 180)`;
  const chord = sql`${lat} * ${lat} + ${cosines} * ${lng} * ${lng}`;
  return sql`2 * ${sql.lit(earthRadiusKm)}::float8 * asin(least(1, sqrt(${chord})))`;
};

/** Whether the event `e` lies in the circle, boundary included. The box test spares most events the distance. */
export const withinArea = (at: (key: keyof BoxedArea) => RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(
    e.lat between ${at('south')} and ${at('north')}
    and (e.lng between ${at('west')} and ${at('east')} or e.lng between ${at('west2')} and ${at('east2')})
    and ${distance(at)} <= ${at('radiusKm')})`;

/** Whether the event `e` is farther from the middle of the area. */
export const isBeyond = (
  at: (key: keyof BoxedArea) => RawBuilder<unknown>,
  km: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`${distance(at)} > ${km}`;
