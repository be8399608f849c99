import { type Area, distanceKm } from '@event-platform/domain';
import { ringCells } from '../geo/ring-cells.ts';
import { type Tile, tileOf } from '../geo/tile.ts';
import { type DiscoveryQuery, rowsNeeded } from '../plan.ts';
import type { RunReading } from '../run-reading.ts';
import type { PublicPage, Ring } from './page-cache.ts';
import { parseSnapshot } from './snapshot.ts';

/**
 * Many callers ask for the same circle around places that differ a little. Their lists and searches are made from one page
 * in memory: the first events in a larger circle that holds the circles of a whole tile, and the places of all events near
 * its edge.
 */
export interface TileQuery {
  /** The list of the tile's outer circle. */
  readonly query: DiscoveryQuery;
  readonly tile: Tile;
}

/** More events than a page needs, since some lie outside of its circle. */
const spareRows = 20;
/** Pages that need more rows are read for themselves. */
const maxRows = 60;
/** Each request looks at all of them: about 0.2 ms. */
const maxRing = 2_000;

export const tileQueryOf = (query: DiscoveryQuery): TileQuery | null => {
  const { filter } = query;
  const rows = rowsNeeded(query);
  const tile = filter.area && rows <= maxRows ? tileOf(filter.area) : null;
  if (!tile) return null;
  const page = { page: 1, limit: rows + spareRows };
  return { tile, query: { ...query, page, filter: { ...filter, area: tile.outer } } };
};

interface RingRow {
  readonly snapshot: string;
  readonly lats: readonly number[];
  readonly lngs: readonly number[];
}

const ringCovering = (tile: Tile) => {
  const { low, high } = ringCells(tile);
  return { interiorLow: [], interiorHigh: [], boundaryLow: low, boundaryHigh: high };
};

/** Null when there are too many. */
export const readRing = async (run: RunReading, { query, tile }: TileQuery): Promise<Ring | null> => {
  const [row] = query.filter.text
    ? await run<RingRow>(query, { kind: 'ring-matches' }, { count: maxRing, innerKm: tile.inner.radiusKm })
    : await run<RingRow>(query, { kind: 'ring-places' }, { count: maxRing, ...ringCovering(tile) });
  if (!row || row.lats.length > maxRing) return null;
  return { ...row, snapshot: parseSnapshot(row.snapshot) };
};

/** The part of a tile's page that is in an area of the tile; null when the page does not hold enough rows. */
export const pageInArea = (
  { items, ids, total, ring, bestRanked }: PublicPage,
  area: Area,
  query: DiscoveryQuery,
): Pick<PublicPage, 'items' | 'ids' | 'total'> | null => {
  if (!ring) return null;
  const needed = rowsNeeded(query);
  const inside: number[] = [];
  for (const [index, { location }] of items.entries())
    if (distanceKm(area, location) <= area.radiusKm) inside.push(index);
  if (inside.length < needed && items.length < total) return null;
  const chosen = inside.slice(needed - query.page.limit, needed);
  // Which matches are ranked depends on the circle. Those of the best rank come first in each, in the same order.
  if (query.order === 'relevance' && !chosen.every((index) => index < bestRanked)) return null;
  let outside = 0;
  for (const [index, lat] of ring.lats.entries())
    if (distanceKm(area, { lat, lng: ring.lngs[index] as number }) > area.radiusKm) outside += 1;
  return {
    items: chosen.map((index) => items[index] as (typeof items)[number]),
    ids: chosen.map((index) => ids[index] as (typeof ids)[number]),
    total: total - outside,
  };
};
