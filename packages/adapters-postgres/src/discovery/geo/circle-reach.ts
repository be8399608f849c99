import { type Area, earthRadiusKm } from '@event-platform/domain';
import { degrees, radians } from './angles.ts';

/** About a metre in degrees, far more than rounding can move a border. */
const margin = 1e-5;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A circle on the unit sphere, in radians. */
interface Circle {
  readonly lat: number;
  readonly radius: number;
}

/** How far the circle reaches along a parallel to either side, 0 to π; negative when it does not touch it. */
const reachAt = ({ lat, radius }: Circle, at: number): number => {
  const above = Math.cos(radius) - Math.sin(lat) * Math.sin(at);
  const below = Math.cos(lat) * Math.cos(at);
  if (above > below) return -1;
  return above <= -below ? Math.PI : Math.acos(above / below);
};

/** Where the circle's side runs due north. */
const turnOf = ({ lat, radius }: Circle): number => Math.asin(clamp(Math.sin(lat) / Math.cos(radius), -1, 1));

/** How far a circle reaches to either side within a row of squares, in degrees, with a margin for rounding. */
export interface Reach {
  /** At most; negative when the row is outside. */
  readonly outer: number;
  /** At least. */
  readonly inner: number;
}

/** Tells how far a circle reaches between two parallels: the most and the least at an end, or where it turns. */
export const reachOf = ({ lat, radiusKm }: Area): ((south: number, north: number) => Reach) => {
  const radius = radiusKm / earthRadiusKm;
  const wide: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius + radians(margin)) };
  const narrow: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius - radians(margin)) };
  const wideTurn = turnOf(wide);
  const narrowTurn = turnOf(narrow);
  return (south, north) => {
    // The circle's northernmost point may lie between the parallels.
    if (south > wide.lat + wide.radius || north < wide.lat - wide.radius) return { outer: -1, inner: -1 };
    const turnsWide = wideTurn > south && wideTurn < north ? reachAt(wide, wideTurn) : -1;
    const turnsNarrow =
      narrowTurn > south && narrowTurn < north ? reachAt(narrow, narrowTurn) : Number.POSITIVE_INFINITY;
    const most = Math.max(reachAt(wide, south), reachAt(wide, north), turnsWide);
    const least =
      narrow.radius > 0 ? Math.min(reachAt(narrow, south), reachAt(narrow, north), turnsNarrow) : -1;
    return {
      outer: degrees(most) + margin,
      inner: least === Math.PI ? Number.POSITIVE_INFINITY : degrees(least) - margin,
    };
  };
};
