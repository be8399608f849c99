import { type Area, earthRadiusKm } from '@event-platform/domain';

/** Cells in a degree, along a meridian and along a parallel: the `cell` column of events counts them in rows. */
const perDegree = 20;
const rows = 180 * perDegree;
const columns = 360 * perDegree;
/** About a metre in degrees, far more than rounding can move a border. */
const margin = 1e-5;

/** The cell that a place lies in; the table computes the same. */
export const cellOf = (lat: number, lng: number): number =>
  Math.min(Math.floor((lat + 90) * perDegree), rows - 1) * columns +
  Math.min(Math.floor((lng + 180) * perDegree), columns - 1);

/** Ranges of cell numbers, both ends included: `low[i]` to `high[i]`. */
export interface CellRanges {
  readonly low: number[];
  readonly high: number[];
}

/** The cells wholly inside a circle, and all others that touch it. */
export interface AreaCells {
  readonly inside: CellRanges;
  readonly edge: CellRanges;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
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

/** The least and the greatest reach between two parallels: at an end, or where the circle's side runs due north. */
const reachBetween = (circle: Circle, south: number, north: number): { least: number; greatest: number } => {
  const turn = Math.asin(clamp(Math.sin(circle.lat) / Math.cos(circle.radius), -1, 1));
  const reaches = [south, north, ...(turn > south && turn < north ? [turn] : [])].map((at) =>
    reachAt(circle, at),
  );
  return { least: Math.min(...reaches), greatest: Math.max(...reaches) };
};

/** Ranges that touch become one. */
const add = ({ low, high }: CellRanges, from: number, to: number): void => {
  if (from > to) return;
  if (high.at(-1) === from - 1) high[high.length - 1] = to;
  else {
    low.push(from);
    high.push(to);
  }
};

/** Adds columns of a row, which may lie beyond the antimeridian in either direction; at most once around. */
const addColumns = (ranges: CellRanges, row: number, from: number, to: number): void => {
  const first = row * columns;
  if (to - from >= columns - 1) return add(ranges, first, first + columns - 1);
  if (to < 0) return addColumns(ranges, row, from + columns, to + columns);
  if (from >= columns) return addColumns(ranges, row, from - columns, to - columns);
  add(ranges, first + Math.max(from, 0), first + Math.min(to, columns - 1));
  if (from < 0) add(ranges, first + from + columns, first + columns - 1);
  if (to >= columns) add(ranges, first, first + to - columns);
};

/**
 * Which cells a circle covers, row by row. Those on its edge need the distance of each event; those inside do not.
 */
export const areaCells = ({ lat, lng, radiusKm }: Area): AreaCells => {
  const cells: AreaCells = { inside: { low: [], high: [] }, edge: { low: [], high: [] } };
  const radius = radiusKm / earthRadiusKm;
  const wide: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius + radians(margin)) };
  const narrow: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius - radians(margin)) };
  const rowOf = (at: number) => clamp(Math.floor((at + 90) * perDegree), 0, rows - 1);
  const column = (at: number) => (at + 180) * perDegree;
  const lastRow = rowOf(lat + degrees(wide.radius));
  for (let row = rowOf(lat - degrees(wide.radius)); row <= lastRow; row += 1) {
    const south = radians(row / perDegree - 90);
    const north = radians((row + 1) / perDegree - 90);
    const outer = degrees(Math.max(0, reachBetween(wide, south, north).greatest)) + margin;
    const { least } = narrow.radius > 0 ? reachBetween(narrow, south, north) : { least: -1 };
    if (least === Math.PI) {
      addColumns(cells.inside, row, 0, columns - 1);
      continue;
    }
    const inner = degrees(least) - margin;
    const isAround = outer >= 180;
    const from = Math.ceil(column(lng - inner));
    const to = Math.floor(column(lng + inner)) - 1;
    const west = isAround ? 0 : Math.floor(column(lng - outer));
    const east = isAround ? columns - 1 : Math.floor(column(lng + outer));
    if (inner < 0 || from > to) addColumns(cells.edge, row, west, east);
    else {
      addColumns(cells.inside, row, from, to);
      if (isAround) addColumns(cells.edge, row, to + 1, from - 1 + columns);
      else {
        addColumns(cells.edge, row, west, from - 1);
        addColumns(cells.edge, row, to + 1, east);
      }
    }
  }
  return cells;
};
