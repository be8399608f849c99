import { type Area, earthRadiusKm } from '@event-platform/domain';
import { degrees, radians } from '../../../discovery/angles.ts';

/** About a metre in degrees: orders of magnitude more than rounding moves a boundary. */
const margin = 1e-5;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A circle on the unit sphere, in radians. */
interface Circle {
  readonly lat: number;
  readonly radius: number;
}

/** Half the circle's width along a parallel, 0 to π radians of longitude; -1 when it does not touch the parallel. */
const halfWidthAt = ({ lat, radius }: Circle, parallel: number): number => {
  const numerator = Math.cos(radius) - Math.sin(lat) * Math.sin(parallel);
  const denominator = Math.cos(lat) * Math.cos(parallel);
  if (numerator > denominator) return -1;
  return numerator <= -denominator ? Math.PI : Math.acos(numerator / denominator);
};

/** The parallel on which the circle is widest. */
const widestParallel = ({ lat, radius }: Circle): number =>
  Math.asin(clamp(Math.sin(lat) / Math.cos(radius), -1, 1));

/** Half the width of a circle within a row of squares, in degrees of longitude, with a margin for rounding. */
export interface HalfWidth {
  /** The largest in the row; negative when the circle does not touch the row. */
  readonly outer: number;
  /** The smallest in the row. */
  readonly inner: number;
}

/**
 * The extent of a circle between two parallels (in radians). The largest and the smallest half width are at one of
 * the parallels, or where the circle is widest.
 */
export const circleExtent = ({ lat, radiusKm }: Area): ((south: number, north: number) => HalfWidth) => {
  const radius = radiusKm / earthRadiusKm;
  const outer: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius + radians(margin)) };
  const inner: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius - radians(margin)) };
  const outerWidest = widestParallel(outer);
  const innerWidest = widestParallel(inner);
  return (south, north) => {
    // The circle's northernmost point may lie between the parallels.
    if (south > outer.lat + outer.radius || north < outer.lat - outer.radius) return { outer: -1, inner: -1 };
    const outerBetween = outerWidest > south && outerWidest < north ? halfWidthAt(outer, outerWidest) : -1;
    const innerBetween =
      innerWidest > south && innerWidest < north ? halfWidthAt(inner, innerWidest) : Number.POSITIVE_INFINITY;
    const largest = Math.max(halfWidthAt(outer, south), halfWidthAt(outer, north), outerBetween);
    const smallest =
      inner.radius > 0 ? Math.min(halfWidthAt(inner, south), halfWidthAt(inner, north), innerBetween) : -1;
    return {
      outer: degrees(largest) + margin,
      inner: smallest === Math.PI ? Number.POSITIVE_INFINITY : degrees(smallest) - margin,
    };
  };
};
