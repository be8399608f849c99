import { type Area, distanceKm, earthRadiusKm } from '@event-platform/domain';
import { radians } from '../../../discovery/angles.ts';

/** The places of events near the edge of a circle. */
export interface Ring {
  readonly size: number;
  /** How many of the places lie outside of an area. */
  countOutside(area: Area): number;
}

/** Nearer to the edge than this, relative to the radius, the exact distance decides. */
const margin = 1e-7;

/**
 * Compares chords between points of the unit sphere, which takes three subtractions a place instead of trigonometry.
 * @param lats in degrees, as many as `lngs`
 */
export const ringOf = (lats: readonly number[], lngs: readonly number[]): Ring => {
  const size = lats.length;
  const points = new Float64Array(3 * size);
  for (let index = 0; index < size; index += 1)
    points.set(pointOf(lats[index] ?? 0, lngs[index] ?? 0), 3 * index);
  return {
    size,
    countOutside: (area) => {
      const [x, y, z] = pointOf(area.lat, area.lng);
      const chord = (2 * Math.sin(area.radiusKm / earthRadiusKm / 2)) ** 2;
      const [surelyInside, surelyOutside] = [chord * (1 - margin), chord * (1 + margin)];
      let outside = 0;
      for (let index = 0; index < size; index += 1) {
        const [dx, dy, dz] = [
          (points[3 * index] as number) - x,
          (points[3 * index + 1] as number) - y,
          (points[3 * index + 2] as number) - z,
        ];
        const square = dx * dx + dy * dy + dz * dz;
        if (square < surelyInside) continue;
        const place = { lat: lats[index] as number, lng: lngs[index] as number };
        if (square > surelyOutside || distanceKm(area, place) > area.radiusKm) outside += 1;
      }
      return outside;
    },
  };
};

const pointOf = (lat: number, lng: number): [number, number, number] => {
  const [phi, lambda] = [radians(lat), radians(lng)];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
};
