import { type EventListItem, type ListedEvents, type UserId, withSharedPart } from '@event-platform/domain';
import type { Database } from '../../database.ts';
import { toShared } from '../../events/event-rows.ts';
import type { DiscoverEvents } from '../discover-events.ts';
import type { DiscoveryQuery } from '../plan.ts';
import { bestRank } from '../search/rank-matches.ts';
import type { PageRow, PublicRow } from '../statement-registry.ts';
import type { EventChanges, ReadPage } from './event-changes.ts';
import { isInTime, type PublicItem, type PublicPage, pageCache, type Ring } from './page-cache.ts';
import { factsReader, type PageFacts } from './page-facts.ts';
import { sharedItems } from './shared-items.ts';
import { isOlder, parseSnapshot } from './snapshot.ts';
import { pageInArea, type TileQuery, tileQueryOf } from './tile-pages.ts';

/** One page of a list or a search for a caller. */
export type ListPage = (query: DiscoveryQuery, caller: UserId | null) => Promise<ListedEvents>;

/** The part of a page that is the same for all callers, as a statement gave it. */
interface PublicRows extends ReadPage {
  readonly ids: PublicPage['ids'];
  readonly rows: readonly PublicRow[];
  readonly total: number;
  readonly bestRanked: number;
  readonly validUntil: number;
}

/** What reads a page that is not in memory. */
export interface ListReads {
  readonly discover: DiscoverEvents;
  readonly ringOf: (tile: TileQuery) => Promise<Ring | null>;
}

/**
 * Reads pages in two parts: what is the same for all callers, which stays in memory while it is current, and the counts
 * and the caller's flags, which each request reads. With these it learns what has changed until then, so that a page in
 * memory shows every change that was committed when the request arrived (ADR 0038).
 * @param changes those that this process has read; each request adds to them
 * @param keepsPages false inside a transaction: no other transaction sees its changes yet
 * @param now the time by this process, in milliseconds
 */
export const listPages = (
  db: Database,
  { discover, ringOf }: ListReads,
  changes: EventChanges,
  keepsPages: boolean,
  now: () => number,
): ListPage => {
  const factsOf = factsReader(db, changes, now);
  const cache = pageCache();
  const { share } = sharedItems();
  /** Reads in progress. What they find is compared with the changes by each request that waits for it. */
  const reading = new Map<string, Promise<PublicRows>>();
  const readingTiles = new Map<string, Promise<PublicPage>>();

  const read = async (query: DiscoveryQuery): Promise<PublicRows> => toRows(query, await discover(query));

  const toPage = (
    { rows, ...page }: PublicRows,
    categories: PageFacts['categories'],
    isKept: boolean,
  ): PublicPage => ({ ...page, items: rows.map((row) => share(toItem(row, categories), isKept)) });

  /** The page from memory, or from a read that began before; null when it may be out of date. */
  const readKept = async (
    key: string,
    query: DiscoveryQuery,
    caller: UserId | null,
  ): Promise<ListedEvents | null> => {
    const kept = cache.get(key, query);
    const rows = kept ?? (await shared(reading, key, () => read(query)));
    const facts = await factsOf.read({ ids: rows.ids, caller, withCategories: !kept });
    const page = kept ?? toPage(rows as PublicRows, facts.categories, true);
    if (!changes.isCurrent(page) || !isInTime(page, query.filter.endsAfter) || facts.counts.includes(null)) {
      if (kept) cache.delete(key);
      return null;
    }
    if (!kept) cache.set(key, page);
    const listed = toListed(query, page, facts);
    if (caller !== null) return listed;
    return { ...listed, isCurrent: (at, version) => isStillCurrent(page, facts.counts, at, version) };
  };

  const isStillCurrent = async (
    page: PublicPage,
    counts: PageFacts['counts'],
    at: Date,
    version: string,
  ): Promise<boolean> => {
    if (!isInTime(page, at)) return false;
    const now = await factsOf.countsAt(version, page.ids);
    return changes.isCurrent(page) && counts.every((count, index) => count === now[index]);
  };

  const readTile = async (asked: TileQuery): Promise<PublicPage> => {
    const [found, ring] = await Promise.all([read(asked.query), ringOf(asked)]);
    // After the page, which shows all changes of categories that its snapshot shows.
    const { categories } = await factsOf.read({ ids: [], caller: null, withCategories: true });
    const page = toPage(found, categories, true);
    // It shows a change only if both do.
    const isRingOlder = ring !== null && isOlder(ring.snapshot, page.snapshot);
    return { ...page, ring, ...(isRingOlder && { snapshot: ring.snapshot }) };
  };

  /** The page from that of its tile; null where there is none, or it does not hold the page, or may be out of date. */
  const readNearby = async (query: DiscoveryQuery, caller: UserId | null): Promise<ListedEvents | null> => {
    const { area, endsAfter } = query.filter;
    const asked = tileQueryOf(query);
    const key = asked && cache.keyOf(asked.query);
    if (!area || !asked || key === null) return null;
    const kept = cache.get(key, asked.query);
    const tile = kept ?? (await shared(readingTiles, key, () => readTile(asked)));
    if (!kept) cache.set(key, tile);
    const page = pageInArea(tile, area, query);
    if (!page) return null;
    const facts = await factsOf.read({ ids: page.ids, caller, withCategories: false });
    if (changes.isCurrent(tile) && isInTime(tile, endsAfter) && !facts.counts.includes(null))
      return toListed(query, page, facts);
    cache.delete(key);
    return null;
  };

  return async (query, caller) => {
    const key = keepsPages ? cache.keyOf(query) : null;
    const kept =
      key !== null ? await readKept(key, query, caller) : keepsPages && (await readNearby(query, caller));
    if (kept) return kept;
    const rows = await read(query);
    if (rows.ids.length === 0) return { ...query.page, total: rows.total, items: [] };
    const facts = await factsOf.read({ ids: rows.ids, caller, withCategories: true });
    const page = toPage(rows, facts.categories, key !== null);
    if (key !== null) cache.set(key, page);
    return toListed(query, page, facts);
  };
};

/** Joins a read of the same name that has begun. */
const shared = <Found>(
  reading: Map<string, Promise<Found>>,
  key: string,
  read: () => Promise<Found>,
): Promise<Found> => {
  const found = reading.get(key) ?? read().finally(() => reading.delete(key));
  reading.set(key, found);
  return found;
};

const toRows = ({ filter }: DiscoveryQuery, found: readonly PageRow[]): PublicRows => {
  const rows = found.filter((row): row is PageRow & PublicRow => row.id !== null);
  const [first] = found;
  return {
    filter,
    snapshot: parseSnapshot(first?.snapshot ?? ''),
    ids: rows.map(({ id }) => id),
    rows,
    total: first?.total ?? 0,
    bestRanked: rows.filter(({ rank }) => rank === bestRank).length,
    validUntil: first?.next_end?.getTime() ?? Number.POSITIVE_INFINITY,
  };
};

const toItem = (row: PublicRow, categories: PageFacts['categories']): PublicItem => ({
  ...toShared(row),
  category: categories.get(row.category) ?? { slug: row.category, name: '', emoji: '' },
});

const toListed = (
  { page }: DiscoveryQuery,
  { items, ids, total }: Pick<PublicPage, 'items' | 'ids' | 'total'>,
  facts: PageFacts,
): ListedEvents => ({
  ...page,
  total,
  items: items.map((item, index): EventListItem => {
    const id = ids[index] as EventListItem['id'];
    const own = {
      rsvpCount: facts.counts[index] ?? 0,
      myRsvp: facts.answers.get(id) ?? null,
      isSaved: facts.saved.has(id),
    };
    return withSharedPart({ ...item, ...own }, item);
  }),
});
