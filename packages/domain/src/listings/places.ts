import { distanceKm, earthRadiusKm } from '../events/distance.ts';
import type { Area } from '../events/lists/event-filter.ts';

/** The places of slots, in degrees and on a sphere of radius 1; NaN where there is none. */
export interface Places {
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly zs: Float64Array;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A place on a sphere of radius 1. */
export const vectorOf = (lat: number, lng: number) => ({
  x: Math.cos(radians(lat)) * Math.cos(radians(lng)),
  y: Math.cos(radians(lat)) * Math.sin(radians(lng)),
  z: Math.sin(radians(lat)),
});

/** Far more than rounding adds to the square of a chord. */
const slack = 1e-12;

/**
 * Whether the listing in a slot is in a circle, as `distanceKm` computes it. The length of the chord tells, eight times as fast,
 * but where it is so near the rim that rounding could.
 */
export const isInCircle = ({ lats, lngs, xs, ys, zs }: Places, area: Area): ((slot: number) => boolean) => {
  const { x, y, z } = vectorOf(area.lat, area.lng);
  const angle = area.radiusKm / earthRadiusKm;
  const limit = angle >= Math.PI ? Number.POSITIVE_INFINITY : 4 * Math.sin(angle / 2) ** 2;
  return (slot) => {
    const dx = (xs[slot] as number) - x;
    const dy = (ys[slot] as number) - y;
    const dz = (zs[slot] as number) - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square < limit - slack) return true;
    // Also where there is no place.
    if (!(square <= limit + slack)) return false;
    return distanceKm(area, { lat: lats[slot] as number, lng: lngs[slot] as number }) <= area.radiusKm;
  };
};

/** The distance of the listing in a slot from the middle of an area, in whole millimetres: rounding decides no order. */
export const distancesFrom =
  ({ lats, lngs }: Places, area: Area): ((slot: number) => number) =>
  (slot) =>
    Math.round(1e6 * distanceKm(area, { lat: lats[slot] as number, lng: lngs[slot] as number }));
