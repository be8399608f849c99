import { earthRadiusKm } from '../events/distance.ts';
import type { Area } from '../events/lists/event-filter.ts';

/** Cells are a twentieth of a degree high and wide. */
const perDegree = 20;
const rows = 180 * perDegree;
/** In a row, from the antimeridian eastwards. */
const columns = 360 * perDegree;
/** No point of a cell is so far from its middle, in kilometres: 3.93 at the equator, and what rounding adds. */
const halfCellKm = 4.2;
/** Where there is no place. */
export const noCell = -1;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Cells are numbered along the rows, from the south. */
export const cellOf = (lat: number, lng: number): number =>
  Math.min(Math.floor((lat + 90) * perDegree), rows - 1) * columns +
  (Math.floor((lng + 180) * perDegree) % columns);

/** Cells from one up to another. Of an inner cell the circle holds all. */
export interface CellSpan {
  readonly from: number;
  readonly to: number;
  readonly isInner: boolean;
}

/** How far a circle reaches east and west at a latitude, in degrees; below 0 where it does not (the law of cosines). */
const reachAt = (latitude: number, { lat, radiusKm }: Pick<Area, 'lat' | 'radiusKm'>): number => {
  if (radiusKm < 0) return -1;
  const angle = radiusKm / earthRadiusKm;
  if (angle >= Math.PI) return 180;
  const [center, parallel] = [radians(lat), radians(latitude)];
  const cosine =
    (Math.cos(angle) - Math.sin(center) * Math.sin(parallel)) / (Math.cos(center) * Math.cos(parallel));
  if (cosine > 1) return -1;
  return cosine <= -1 ? 180 : degrees(Math.acos(cosine));
};

/** A span of columns, which may cross the antimeridian, in a row. */
function* inRow(row: number, from: number, to: number, isInner: boolean): Iterable<CellSpan> {
  if (from >= to) return;
  const first = row * columns;
  const start = from - Math.floor(from / columns) * columns;
  const end = start + to - from;
  yield { from: first + start, to: first + Math.min(end, columns), isInner };
  if (end > columns) yield { from: first, to: first + end - columns, isInner };
}

/** The columns whose middles are so near to a longitude, from one up to another; at most all. */
const columnsAround = (lng: number, reach: number) => {
  const from = Math.ceil((lng + 180 - reach) * perDegree - 0.5);
  const to = Math.floor((lng + 180 + reach) * perDegree - 0.5) + 1;
  return { from, to: Math.min(to, from + columns) };
};

/** The cells that a circle touches, row by row: by the distance of their middles from its middle. */
export function* circleCells({ lat, lng, radiusKm }: Area): Iterable<CellSpan> {
  const outerCircle = { lat, radiusKm: radiusKm + halfCellKm };
  const innerCircle = { lat, radiusKm: radiusKm - halfCellKm };
  const height = degrees(outerCircle.radiusKm / earthRadiusKm);
  const rowOf = (latitude: number) =>
    Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) * perDegree)));
  for (let row = rowOf(lat - height); row <= rowOf(lat + height); row += 1) {
    const latitude = (row + 0.5) / perDegree - 90;
    const outer = columnsAround(lng, reachAt(latitude, outerCircle));
    const inner = columnsAround(lng, reachAt(latitude, innerCircle));
    if (inner.from >= inner.to) yield* inRow(row, outer.from, outer.to, false);
    else {
      yield* inRow(row, outer.from, inner.from, false);
      yield* inRow(row, inner.from, inner.to, true);
      yield* inRow(row, inner.to, outer.to, false);
    }
  }
}
