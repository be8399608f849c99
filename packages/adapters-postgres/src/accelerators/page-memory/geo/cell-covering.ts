import type { Area } from '@event-platform/domain';
import { radians } from '../../../discovery/angles.ts';
import { circleExtent, type HalfWidth } from './circle-extent.ts';
import { deinterleave, interleave } from './morton.ts';

/**
 * The grid: two squares of 180 degrees, each a quadtree of this depth. The smallest cells are about 2.4 km high. A cell's
 * number is its Morton code, which the `cell` column of events holds as well.
 */
const depth = 13;
const side = 2 ** depth;
const cellsPerDegree = side / 180;

/** Ranges of cell numbers, both ends included: `low[i]` to `high[i]`. */
export interface CellRanges {
  readonly low: number[];
  readonly high: number[];
}

/** The covering of a circle: cells that lie wholly inside, and all others that touch it. */
export interface CellCovering {
  readonly interior: CellRanges;
  readonly boundary: CellRanges;
}

/** The cell of a place. */
export const cellOf = (lat: number, lng: number): number =>
  interleave(
    Math.min(Math.floor((lng + 180) * cellsPerDegree), 2 * side - 1),
    Math.min(Math.floor((lat + 90) * cellsPerDegree), side - 1),
  );

/** The angle between two meridians, 0 to 180 degrees. */
const angleBetween = (one: number, other: number): number => {
  const angle = Math.abs(one - other) % 360;
  return Math.min(angle, 360 - angle);
};

/** Whether a meridian lies in the span that begins at another and goes east. */
const isWithin = (meridian: number, west: number, width: number): boolean =>
  (((meridian - west) % 360) + 360) % 360 <= width;

/** Quadtree squares in Morton order, which splitting keeps. */
interface Squares {
  /** The number of each square's first cell. */
  readonly first: number[];
  /** The number of cells of each. */
  readonly cells: number[];
  readonly isInterior: boolean[];
  /** How many are on the boundary; those are all of one size. */
  boundaryCount: number;
}

const noSquares = (): Squares => ({ first: [], cells: [], isInterior: [], boundaryCount: 0 });

const add = (squares: Squares, first: number, cells: number, isInterior: boolean): void => {
  squares.first.push(first);
  squares.cells.push(cells);
  squares.isInterior.push(isInterior);
  if (!isInterior) squares.boundaryCount += 1;
};

/** Adds a square of this size unless it lies outside. A square that cannot be told apart counts as boundary. */
const placer = (
  lng: number,
  extent: ReturnType<typeof circleExtent>,
  cells: number,
): ((squares: Squares, first: number) => void) => {
  const height = Math.sqrt(cells);
  const width = height / cellsPerDegree;
  // The squares of one row have the same extent of the circle.
  const rows = new Map<number, HalfWidth>();
  const extentOf = (row: number): HalfWidth => {
    const span = rows.get(row);
    if (span) return span;
    const box = extent(radians(row / cellsPerDegree - 90), radians((row + height) / cellsPerDegree - 90));
    rows.set(row, box);
    return box;
  };
  return (squares, first) => {
    const { column, row } = deinterleave(first);
    const { outer, inner } = extentOf(row);
    const west = column / cellsPerDegree - 180;
    const toWest = angleBetween(west, lng);
    const toEast = angleBetween(west + width, lng);
    if (Math.min(toWest, toEast) > outer && (outer < 0 || !isWithin(lng, west, width))) return;
    const farthest = isWithin(lng + 180, west, width) ? 180 : Math.max(toWest, toEast);
    add(squares, first, cells, farthest <= inner);
  };
};

/** Splits the squares on the boundary into their quarters. */
const split = (squares: Squares, cells: number, place: ReturnType<typeof placer>): Squares => {
  const finer = noSquares();
  for (let index = 0; index < squares.first.length; index += 1) {
    const first = squares.first[index] as number;
    if (squares.isInterior[index]) add(finer, first, squares.cells[index] as number, true);
    else for (let quarter = 0; quarter < 4; quarter += 1) place(finer, first + quarter * cells);
  }
  return finer;
};

/** Adjacent squares become one range. */
const rangesOf = (squares: Squares, isInterior: boolean): CellRanges => {
  const ranges: CellRanges = { low: [], high: [] };
  for (let index = 0; index < squares.first.length; index += 1) {
    if (squares.isInterior[index] !== isInterior) continue;
    const first = squares.first[index] as number;
    const last = first + (squares.cells[index] as number) - 1;
    if (ranges.high.at(-1) === first - 1) ranges.high[ranges.high.length - 1] = last;
    else {
      ranges.low.push(first);
      ranges.high.push(last);
    }
  }
  return ranges;
};

/**
 * The covering of a circle of any size: large squares inside, smaller ones along the boundary. Events in boundary cells
 * need a distance test, those in interior cells do not.
 * @param maxSquares about how many; more leave fewer events on the boundary and cost more range lookups
 */
export const cellCovering = (area: Area, maxSquares: number): CellCovering => {
  const extent = circleExtent(area);
  let cells = side * side;
  let squares = noSquares();
  const placeWhole = placer(area.lng, extent, cells);
  placeWhole(squares, 0);
  placeWhole(squares, cells);
  // About half of the quarters of the boundary squares are on the boundary again.
  while (
    squares.boundaryCount > 0 &&
    cells > 1 &&
    squares.first.length + squares.boundaryCount <= maxSquares
  ) {
    cells /= 4;
    squares = split(squares, cells, placer(area.lng, extent, cells));
  }
  return { interior: rangesOf(squares, true), boundary: rangesOf(squares, false) };
};
