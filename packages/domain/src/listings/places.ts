import { distanceKm, earthRadiusKm, millimetresFrom } from '../events/distance.ts';
import type { Area } from '../events/lists/event-filter.ts';

/** The places of slots, in degrees and on a sphere of radius 1; NaN where there is none. */
export interface Places {
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly zs: Float32Array;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A place on a sphere of radius 1. */
export const vectorOf = (lat: number, lng: number) => ({
  x: Math.cos(radians(lat)) * Math.cos(radians(lng)),
  y: Math.cos(radians(lat)) * Math.sin(radians(lng)),
  z: Math.sin(radians(lat)),
});

/** More than rounding to 32 bits moves a place on that sphere: 0.4 m on the earth. */
const rounding = 6e-8;

/**
 * Whether the listing in a slot is in a circle, as `distanceKm` computes it. The length of the chord tells, eight times as fast,
 * but where it is so near the rim that rounding could.
 */
export const isInCircle = ({ lats, lngs, xs, ys, zs }: Places, area: Area): ((slot: number) => boolean) => {
  const { x, y, z } = vectorOf(area.lat, area.lng);
  const angle = area.radiusKm / earthRadiusKm;
  const chord = angle >= Math.PI ? 3 : 2 * Math.sin(angle / 2);
  const limit = chord * chord;
  const slack = rounding * (2 * chord + rounding);
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
    millimetresFrom(area, { lat: lats[slot] as number, lng: lngs[slot] as number });
