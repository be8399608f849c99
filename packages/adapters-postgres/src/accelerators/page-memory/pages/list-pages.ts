import type { ListedEvent, Paged, UserId } from '@event-platform/domain';
import type { CurrentVersion } from '../../../connection/snapshot-version.ts';
import type { Database } from '../../../database.ts';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import { eventChanges } from '../changes/event-changes.ts';
import { type DiscoveredPage, type DiscoveryOptions, discoverEvents } from '../statements/discover-events.ts';
import { statementRunner } from '../statements/statement-registry.ts';
import { type ListItems, listItemReader } from './list-item-reader.ts';
import { type CachedPage, isInTime, pageCache, pageKeyOf } from './page-cache.ts';
import { tilePages } from './tile-pages.ts';

/** One page of a list or a search for a caller. */
export type ListPage = (query: DiscoveryQuery, caller: UserId | null) => Promise<Paged<ListedEvent>>;

/** The items of a page that is current, and the snapshot that showed them. */
interface CurrentItems {
  readonly items: readonly ListedEvent[];
  readonly version: string;
}

/** A page whose events changed while it was read is read again, so often at most. */
const maxReads = 3;

/**
 * Reads pages in two parts. What is the same for all callers, the events in their order and their number, stays in memory while it
 * is current; counts and the caller's flags are read by each request. With these it learns what has changed until then, so that a
 * page shows every change that was committed when the request arrived (ADR 0038).
 */
export const listPages = (db: Database, options: DiscoveryOptions, version?: CurrentVersion): ListPage => {
  const { now = () => performance.now() } = options;
  const changes = eventChanges();
  const run = statementRunner(db);
  const discover = discoverEvents(run, changes, options);
  const readItems = listItemReader(db, changes, now);
  const tiles = tilePages(run, discover, now);
  const pages = pageCache();
  /** Reads in progress, which later requests for the same page join. */
  const reading = new Map<string, Promise<CachedPage>>();

  const read = (key: string, query: DiscoveryQuery): Promise<CachedPage> => {
    const page = discover(query)
      .then((page) => toCachedPage(page))
      .finally(() => reading.delete(key));
    reading.set(key, page);
    return page;
  };

  /** The items of a page; null when the page may be out of date. */
  const currentItems = async (
    query: DiscoveryQuery,
    { page, ids, events }: CachedPage,
    caller: UserId | null,
  ): Promise<CurrentItems | null> => {
    const { items, version } = await readItems({ ids, events, caller });
    const isCurrent = changes.isCurrent(page) && isInTime(page, query.filter);
    return isCurrent && isWhole(items) ? { items, version } : null;
  };

  /** Anonymous callers get the same object from the second request on, for as long as all of it is the same. */
  const keep = (
    key: string,
    cachedPage: CachedPage,
    list: Paged<ListedEvent>,
    version: string,
    caller: UserId | null,
  ): Paged<ListedEvent> => {
    // Others may have kept this page since the request began.
    const inMemory = pages.get(key);
    const isCached = inMemory?.page === cachedPage.page;
    if (isCached && caller !== null) return list;
    if (isCached && inMemory.list && hasSameCounts(inMemory.list, list)) {
      inMemory.version = version;
      return inMemory.list;
    }
    const events = list.items.map(({ event }) => event);
    pages.set(key, { ...cachedPage, events, list: isCached ? list : null, version });
    return list;
  };

  return async (query, caller) => {
    const key = pageKeyOf(query);
    const inMemory = pages.get(key);
    if (version && caller === null && inMemory?.list && isInTime(inMemory.page, query.filter)) {
      // It may be kept anew meanwhile.
      const { list, version: ofList } = inMemory;
      if (ofList === (await version())) return list;
    }
    const ofTile = inMemory ? null : tiles.find(query);
    let cachedPage =
      inMemory ?? (ofTile ? toCachedPage(ofTile.page) : await (reading.get(key) ?? read(key, query)));
    for (let reads = 1; ; reads += 1) {
      const current = await currentItems(query, cachedPage, caller);
      if (current)
        return keep(key, cachedPage, toList(query, cachedPage.page, current.items), current.version, caller);
      pages.delete(key);
      ofTile?.drop();
      if (reads > maxReads) {
        const { page, ids } = cachedPage;
        const { items } = await readItems({ ids, events: null, caller });
        return toList(
          query,
          page,
          items.filter((item) => item !== null),
        );
      }
      cachedPage = await read(key, query);
    }
  };
};

const toCachedPage = (page: DiscoveredPage): CachedPage => ({
  page,
  ids: page.rows.map(([id]) => id),
  events: null,
  list: null,
  version: null,
});

const isWhole = (items: ListItems['items']): items is readonly ListedEvent[] => !items.includes(null);

const toList = (
  { page }: DiscoveryQuery,
  { total }: DiscoveredPage,
  items: readonly ListedEvent[],
): Paged<ListedEvent> => ({ ...page, total, items });

/** Whether two lists of one current page, which have the same events, are the same. */
const hasSameCounts = (one: Paged<ListedEvent>, other: Paged<ListedEvent>): boolean =>
  one.items.every(({ rsvpCount }, index) => rsvpCount === other.items[index]?.rsvpCount);
