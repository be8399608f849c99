import type { Area } from '@event-platform/domain';
import { radians } from './angles.ts';
import { type Reach, reachOf } from './circle-reach.ts';

/**
 * The earth as two squares of 180 degrees, halved this often in both directions: the smallest cells are about
 * 2.4 km high. Cells are numbered along the Z-order curve, so that those of any square, small or large, follow each
 * other; the `cell` column of events holds the same numbers.
 */
const halvings = 13;
const side = 2 ** halvings;
const perDegree = side / 180;
/** How many squares a circle is told by at most, roughly, unless told otherwise. */
const mostSquares = 240;
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

/** Every second bit of a number of up to 15 bits. */
const spread = (bits: number): number => {
  let spreading = (bits | (bits << 8)) & 0x00ff00ff;
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f;
  spreading = (spreading | (spreading << 2)) & 0x33333333;
  return (spreading | (spreading << 1)) & 0x55555555;
};

/** The way back. */
const gathered = (spreading: number): number => {
  let bits = spreading & 0x55555555;
  bits = (bits | (bits >> 1)) & 0x33333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff;
  return (bits | (bits >> 8)) & 0x0000ffff;
};

/** The cell that a place lies in. */
export const cellOf = (lat: number, lng: number): number =>
  (spread(Math.min(Math.floor((lat + 90) * perDegree), side - 1)) << 1) |
  spread(Math.min(Math.floor((lng + 180) * perDegree), 2 * side - 1));

/** How far apart two meridians are, 0 to 180 degrees. */
const apart = (one: number, other: number): number => {
  const turned = Math.abs(one - other) % 360;
  return Math.min(turned, 360 - turned);
};

/** Whether a meridian lies in the span that begins at another and goes east. */
const isWithin = (meridian: number, west: number, width: number): boolean =>
  (((meridian - west) % 360) + 360) % 360 <= width;

/** Squares in the order of the curve, which splitting them keeps: the number of their first cell, and of their cells. */
interface Squares {
  readonly first: number[];
  readonly cells: number[];
  /** Whether they lie wholly inside; the others are on the edge, and all of one size. */
  readonly isInside: boolean[];
  /** How many are on the edge. */
  edges: number;
}

const none = (): Squares => ({ first: [], cells: [], isInside: [], edges: 0 });

const add = (squares: Squares, first: number, cells: number, isInside: boolean): void => {
  squares.first.push(first);
  squares.cells.push(cells);
  squares.isInside.push(isInside);
  if (!isInside) squares.edges += 1;
};

/** Adds squares of one size where they are not outside; in doubt, to the edge. */
const placing = (
  lng: number,
  reach: ReturnType<typeof reachOf>,
  cells: number,
): ((squares: Squares, first: number) => void) => {
  const height = Math.sqrt(cells);
  const width = height / perDegree;
  // Squares of one row have their parallels, and all that hangs on these, in common.
  const rows = new Map<number, Reach>();
  const inRow = (y: number): Reach => {
    const known = rows.get(y);
    if (known) return known;
    const made = reach(radians(y / perDegree - 90), radians((y + height) / perDegree - 90));
    rows.set(y, made);
    return made;
  };
  return (squares, first) => {
    const { outer, inner } = inRow(gathered(first >> 1));
    const west = gathered(first) / perDegree - 180;
    const one = apart(west, lng);
    const other = apart(west + width, lng);
    if (Math.min(one, other) > outer && (outer < 0 || !isWithin(lng, west, width))) return;
    const farthest = isWithin(lng + 180, west, width) ? 180 : Math.max(one, other);
    add(squares, first, cells, farthest <= inner);
  };
};

/** Those on the edge by their quarters. */
const split = (squares: Squares, cells: number, place: ReturnType<typeof placing>): Squares => {
  const finer = none();
  for (let index = 0; index < squares.first.length; index += 1) {
    const first = squares.first[index] as number;
    if (squares.isInside[index]) add(finer, first, squares.cells[index] as number, true);
    else for (let quarter = 0; quarter < 4; quarter += 1) place(finer, first + quarter * cells);
  }
  return finer;
};

/** Squares that follow each other become one range. */
const rangesOf = (squares: Squares, isInside: boolean): CellRanges => {
  const ranges: CellRanges = { low: [], high: [] };
  for (let index = 0; index < squares.first.length; index += 1) {
    if (squares.isInside[index] !== isInside) continue;
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
 * Which cells a circle covers: large squares within, smaller ones along its edge, so many that a circle of any size
 * takes about as many. Events on the edge need their distance measured; those inside do not.
 * @param most squares, roughly: more of them leave fewer events on the edge, and are more to look into
 */
export const areaCells = (area: Area, most = mostSquares): AreaCells => {
  const reach = reachOf(area);
  let cells = side * side;
  let squares = none();
  const placeWhole = placing(area.lng, reach, cells);
  placeWhole(squares, 0);
  placeWhole(squares, cells);
  // About half of the quarters of those on the edge will be on the edge again.
  while (squares.edges > 0 && cells > 1 && squares.first.length + squares.edges <= most) {
    cells /= 4;
    squares = split(squares, cells, placing(area.lng, reach, cells));
  }
  return { inside: rangesOf(squares, true), edge: rangesOf(squares, false) };
};
