import { type Area, earthRadiusKm } from '@event-platform/domain';

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
/** About a metre in degrees, far more than rounding can move a border. */
const margin = 1e-5;

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

/** Every second bit of a number of up to 15 bits. */
const spread = (bits: number): number => {
  let spreading = (bits | (bits << 8)) & 0x00ff00ff;
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f;
  spreading = (spreading | (spreading << 2)) & 0x33333333;
  return (spreading | (spreading << 1)) & 0x55555555;
};

/** The cell that a place lies in. */
export const cellOf = (lat: number, lng: number): number =>
  (spread(Math.min(Math.floor((lat + 90) * perDegree), side - 1)) << 1) |
  spread(Math.min(Math.floor((lng + 180) * perDegree), 2 * side - 1));

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

/** A square of cells: its south-western one, and its side. */
interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** How far apart two meridians are, 0 to 180 degrees. */
const apart = (one: number, other: number): number => {
  const turned = Math.abs(one - other) % 360;
  return Math.min(turned, 360 - turned);
};

/** How near and how far a square's meridians are from that one. */
const distanceOf = ({ x, side }: Square, lng: number): { nearest: number; farthest: number } => {
  const west = x / perDegree - 180;
  const width = side / perDegree;
  const ends = [apart(west, lng), apart(west + width, lng)];
  const isBetween = (meridian: number) => (((meridian - west) % 360) + 360) % 360 <= width;
  return {
    nearest: isBetween(lng) ? 0 : Math.min(...ends),
    farthest: isBetween(lng + 180) ? 180 : Math.max(...ends),
  };
};

type Place = 'inside' | 'edge' | 'outside';

/** Tells where squares lie; in doubt, on the edge. */
const placing = ({ lat, lng, radiusKm }: Area): ((square: Square) => Place) => {
  const radius = radiusKm / earthRadiusKm;
  const wide: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius + radians(margin)) };
  const narrow: Circle = { lat: radians(lat), radius: Math.min(Math.PI, radius - radians(margin)) };
  const reachOf = remembered((south: number, north: number) => ({
    // The circle's northernmost point may lie between the parallels that bound the square.
    isBeside: south > wide.lat + wide.radius || north < wide.lat - wide.radius,
    outer: degrees(reachBetween(wide, south, north).greatest) + margin,
    inner: narrow.radius > 0 ? reachBetween(narrow, south, north).least : -1,
  }));
  return (square) => {
    const { isBeside, outer, inner } = reachOf(square);
    if (isBeside) return 'outside';
    const { nearest, farthest } = distanceOf(square, lng);
    if (nearest > outer) return 'outside';
    return inner === Math.PI || farthest <= degrees(inner) - margin ? 'inside' : 'edge';
  };
};

/** Squares of one row have their parallels, and all that hangs on these, in common. */
const remembered = <Value>(make: (south: number, north: number) => Value): ((square: Square) => Value) => {
  const known = new Map<number, Value>();
  return ({ y, side: height }) => {
    const key = y * 2 * side + height;
    const value = known.get(key) ?? make(radians(y / perDegree - 90), radians((y + height) / perDegree - 90));
    known.set(key, value);
    return value;
  };
};

const quartersOf = ({ x, y, side }: Square): readonly Square[] => {
  const half = side / 2;
  return [
    { x, y, side: half },
    { x: x + half, y, side: half },
    { x, y: y + half, side: half },
    { x: x + half, y: y + half, side: half },
  ];
};

/** Squares that follow each other become one range. */
const rangesOf = (all: readonly Square[]): CellRanges => {
  const ranges: CellRanges = { low: [], high: [] };
  const parts = all.map(({ x, y, side }) => ({ from: (spread(y) << 1) | spread(x), count: side * side }));
  for (const { from, count } of parts.sort((one, other) => one.from - other.from)) {
    if (ranges.high.at(-1) === from - 1) ranges.high[ranges.high.length - 1] = from + count - 1;
    else {
      ranges.low.push(from);
      ranges.high.push(from + count - 1);
    }
  }
  return ranges;
};

/**
 * Which cells a circle covers: large squares within, smaller ones along its edge, so many that a circle of any size
 * takes about as many. Events on the edge need their distance measured; those inside do not.
 * @param squares at most, roughly: more of them leave fewer events on the edge, and are more to look into
 */
export const areaCells = (area: Area, squares = mostSquares): AreaCells => {
  const placeOf = placing(area);
  const inside: Square[] = [];
  let edge: readonly Square[] = [
    { x: 0, y: 0, side },
    { x: side, y: 0, side },
  ];
  for (;;) {
    const places = edge.map((square) => ({ square, place: placeOf(square) }));
    inside.push(...places.flatMap(({ square, place }) => (place === 'inside' ? [square] : [])));
    edge = places.flatMap(({ square, place }) => (place === 'edge' ? [square] : []));
    // All are of one size: about half of their quarters are still on the edge.
    const isFine = edge.length === 0 || edge[0]?.side === 1 || inside.length + 2 * edge.length > squares;
    if (isFine) return { inside: rangesOf(inside), edge: rangesOf(edge) };
    edge = edge.flatMap(quartersOf);
  }
};
