import { type Area, distanceKm } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { circleValues } from '../../../discovery/circle-box.ts';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import { isOlder, parseSnapshot } from '../changes/snapshot.ts';
import { ringCells } from '../geo/ring-cells.ts';
import { type Tile, tileOf } from '../geo/tile.ts';
import { rowsNeeded } from '../planner/plan.ts';
import { bestRank, type DiscoverEvents, type DiscoveredPage } from '../statements/discover-events.ts';
import type { RunStatement } from '../statements/statement-registry.ts';
import { isInTime, pageKeyOf } from './page-cache.ts';
import { type Ring, ringOf } from './ring.ts';

/** The first events of a tile's outer circle, and the places of all events near its edge: null when there are too many. */
export interface TilePage extends DiscoveredPage {
  readonly ring: Ring | null;
}

/** A page that was made from that of a tile, and is as old as that. */
export interface PageOfTile {
  readonly page: DiscoveredPage;
  /** Forgets the page of the tile. */
  drop(): void;
}

/**
 * Many callers ask for the same circle around places that differ a little. Their lists and searches are made from one page in
 * memory: the first events in a larger circle that holds the circles of a whole tile, and the places of all events near its edge.
 */
export interface TilePages {
  /**
   * The page of a query with an area; null when it is not in memory. Loads the tile's page in the background when it is asked
   * for so often that it pays: no request waits for it.
   */
  find(query: DiscoveryQuery): PageOfTile | null;
}

/** More events than a page needs, since some lie outside of its circle. */
const spareRows = 30;
/** Pages that need more rows are read by themselves. */
const maxRows = 60;
/** Each request looks at all places of a ring: some 50 microseconds. */
const maxRing = 10_000;
const maxSize = 16_000_000;
/** A place in a ring: its point, its latitude and its longitude. */
const placeBytes = 40;
const rowBytes = 120;
/** A tile is loaded when its last request was no longer ago, in milliseconds: changes of events outdate it within seconds. */
const maxPauseMs = 500;
/** Tiles whose last requests are remembered. */
const maxRequested = 5_000;
/** Tiles that are loaded at once. */
const maxConcurrentLoads = 2;

const sizeOf = ({ rows, ring }: TilePage): number =>
  500 + rows.length * rowBytes + (ring?.size ?? 0) * placeBytes;

interface RingRow {
  readonly snapshot: string;
  readonly lats: readonly number[];
  readonly lngs: readonly number[];
}

/** @param now the time by this process, in milliseconds */
export const tilePages = (run: RunStatement, discover: DiscoverEvents, now: () => number): TilePages => {
  const tiles = new LRUCache<string, TilePage>({ maxSize, sizeCalculation: sizeOf });
  const lastRequests = new LRUCache<string, number>({ max: maxRequested });
  const keysInProgress = new Set<string>();

  const readRing = async (query: DiscoveryQuery, tile: Tile) =>
    query.filter.text
      ? run<RingRow>(query, { kind: 'ring-matches' }, { values: ringMatchesValues(tile) })
      : run<RingRow>(query, { kind: 'ring-places' }, { values: ringPlacesValues(tile) });

  const load = async (key: string, query: DiscoveryQuery, tile: Tile): Promise<void> => {
    if (keysInProgress.size >= maxConcurrentLoads || keysInProgress.has(key)) return;
    keysInProgress.add(key);
    try {
      const [page, places] = await Promise.all([discover(query, true), readRing(query, tile)]);
      const ring = places.lats.length > maxRing ? null : ringOf(places.lats, places.lngs);
      const snapshot = parseSnapshot(places.snapshot);
      if (snapshot.server !== page.snapshot.server) return;
      // The tile's page shows a change only if both statements do.
      tiles.set(key, { ...page, ring, ...(isOlder(snapshot, page.snapshot) && { snapshot }) });
    } catch {
      // Its requests are read by themselves; the next one tries again.
    } finally {
      keysInProgress.delete(key);
    }
  };

  return {
    find: (query) => {
      const { area, organizer, series } = query.filter;
      const rows = rowsNeeded(query);
      // Lists of one series or organizer are small.
      const mayTile = !organizer && !series && rows <= maxRows;
      const tile = area && mayTile ? tileOf(area) : null;
      if (!area || !tile) return null;
      const page = { page: 1, limit: maxRows + spareRows };
      const tileQuery = { ...query, page, filter: { ...query.filter, area: tile.outer } };
      const key = pageKeyOf(tileQuery);
      const tilePage = tiles.get(key);
      if (tilePage && isInTime(tilePage, query.filter)) {
        const inArea = pageInArea(tilePage, area, query);
        return inArea && { page: { ...inArea, filter: query.filter }, drop: () => tiles.delete(key) };
      }
      if (now() - (lastRequests.get(key) ?? Number.NEGATIVE_INFINITY) <= maxPauseMs)
        void load(key, tileQuery, tile);
      lastRequests.set(key, now());
      return null;
    },
  };
};

const ringPlacesValues = (tile: Tile) => {
  const { low, high } = ringCells(tile);
  return { boundaryLow: low, boundaryHigh: high, count: maxRing };
};

const ringMatchesValues = (tile: Tile) => ({ innerCircle: circleValues(tile.inner), count: maxRing });

/** The part of a tile's page that is in an area of the tile; null when the page does not hold enough rows. */
export const pageInArea = (tile: TilePage, area: Area, query: DiscoveryQuery): DiscoveredPage | null => {
  const { rows, total, ring } = tile;
  if (!ring) return null;
  const rowCount = rowsNeeded(query);
  const inside = rows.filter(([, , lat, lng]) => distanceKm(area, { lat, lng }) <= area.radiusKm);
  if (inside.length < rowCount && rows.length < total) return null;
  const pageEvents = inside.slice(rowCount - query.page.limit, rowCount);
  // Which matches are ranked depends on the circle. Those of the best rank come first in each, in the same order.
  if (query.order === 'relevance' && !pageEvents.every(([, rank]) => rank === bestRank)) return null;
  return { ...tile, rows: pageEvents, total: total - ring.countOutside(area) };
};
