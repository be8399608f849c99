import {
  DomainError,
  type EventId,
  type ListedEvent,
  type Paged,
  type ReadPage,
  type UserId,
} from '@event-platform/domain';
import type { CurrentVersion } from '../../connection/snapshot-version.ts';
import type { Database } from '../../database.ts';
import type { DiscoveryQuery } from '../../discovery/find-page.ts';
import { isInTime, type KnownPage, knownPages, pageKeyOf } from './known-pages.ts';
import { type ListItems, listItemReader, type ReadListItems } from './list-item-reader.ts';
import type { IndexThread } from './thread/index-thread.ts';

/** A server that follows the one that is written to. */
export interface ListReplica {
  readonly db: Database;
  exclude(): void;
}

/** Where lists are read. */
export interface ListServers {
  readonly db: Database;
  /** A server to read from instead, which has replayed so much; null for none. */
  readonly chooseReplica: (caller: UserId | null, position: number) => ListReplica | null;
  readonly version: CurrentVersion;
}

/** One page of a list or a search; null where the index cannot tell. */
export type ReadList = (query: DiscoveryQuery, caller: UserId | null) => Promise<ReadPage | null>;

/** A page whose events changed while it was read is found again, so often at most. */
const maxReads = 4;

/**
 * Finds pages in the index, and reads what is shown of their events. With these it learns whether anything has changed until then,
 * so that a page shows every change that was committed when the request arrived.
 */
export const listReader = (thread: IndexThread, { db, chooseReplica, version }: ListServers): ReadList => {
  const pages = knownPages();
  /** Pages being found, which later requests for the same page join. */
  const finding = new Map<string, Promise<KnownPage | null>>();
  const readItems = listItemReader(db, thread, true);
  const replicaReaders = new WeakMap<Database, ReadListItems>();
  const readerOf = (replica: ListReplica): ReadListItems => {
    const reader = replicaReaders.get(replica.db) ?? listItemReader(replica.db, thread, false);
    replicaReaders.set(replica.db, reader);
    return reader;
  };

  const find = async (key: string, query: DiscoveryQuery): Promise<KnownPage | null> => {
    const known = pages.get(key);
    const isKnown =
      known && isInTime(known, query) && !thread.mayHaveChanged(query.filter, known.found.version);
    if (isKnown && known.found.version === thread.state?.version) return known;
    const found =
      isKnown && thread.state ? { ...known.found, version: thread.state.version } : await thread.find(query);
    if (!found) return null;
    const { list = null, shownBy = null } = pages.get(key) ?? {};
    const page = { found, since: query.filter.endsAfter.getTime(), list, shownBy };
    pages.set(key, page);
    return page;
  };
  const findShared = (key: string, query: DiscoveryQuery): Promise<KnownPage | null> => {
    const page = finding.get(key) ?? find(key, query).finally(() => finding.delete(key));
    finding.set(key, page);
    return page;
  };

  /** Of a replica, if one is recent enough and nothing has changed; else of the writer. */
  const itemsOf = async (
    ids: readonly EventId[],
    version: number,
    caller: UserId | null,
    isFirst: boolean,
  ) => {
    const replica = isFirst && thread.state ? chooseReplica(caller, thread.state.position) : null;
    const request = { ids, version, caller };
    if (!replica) return readItems(request);
    try {
      const read = await readerOf(replica)(request);
      if (isWhole(read)) return read;
    } catch (error) {
      if (error instanceof DomainError) replica.exclude();
    }
    return readItems(request);
  };

  /** Of the writer, the last that was seen: no page that an earlier one showed is shown by the present one. */
  let lastVersion: string | null = null;
  const presentVersion = async () => {
    lastVersion = await version();
    return lastVersion;
  };

  /** From the second on, anonymous callers get the same object for as long as all of it is the same. */
  const keep = (key: string, page: KnownPage, read: Paged<ListedEvent>, shownBy: string | null) => {
    const list = { ...read, isKept: true };
    const same = pages.get(key)?.list;
    const kept = same && isSame(same, list) ? same : list;
    pages.set(key, { ...page, list: kept, shownBy });
    return kept;
  };

  return async (query, caller) => {
    const key = pageKeyOf(query);
    // Lists of pages that are asked for once would only be collected.
    const isRepeated = pages.has(key) || finding.has(key);
    const known = caller === null ? pages.get(key) : undefined;
    if (
      known?.list &&
      known.shownBy !== null &&
      known.shownBy === lastVersion &&
      isInTime(known, query) &&
      known.shownBy === (await presentVersion())
    )
      return known.list;
    let hasFollowed = false;
    for (let reads = 1; ; reads += 1) {
      const page = await findShared(key, query);
      if (!page) return null;
      // It was found for another request, a moment before.
      if (!isInTime(page, query) && reads < maxReads) continue;
      const { ids, total, version, laterDates } = page.found;
      const read = await itemsOf(ids, version, caller, reads === 1);
      lastVersion = read.shownBy ?? lastVersion;
      // What was found after it had followed once is of the time of the request, whatever has changed since.
      const isRead = read.items.length === ids.length && !read.items.includes(null);
      if (!isWhole(read) && !(hasFollowed && isRead) && reads < maxReads) {
        await thread.follow();
        hasFollowed = true;
        continue;
      }
      // The index was lost meanwhile.
      if (read.items.length < ids.length) return null;
      const items = read.items.map((item, index) =>
        item && laterDates ? { ...item, laterDates: laterDates[index] } : item,
      );
      const list = { ...query.page, total, items: items.filter((item) => item !== null) };
      return caller === null && isRepeated && isWhole(read) ? keep(key, page, list, read.shownBy) : list;
    }
  };
};

const isWhole = ({ items, isCurrent }: ListItems): boolean => isCurrent && !items.includes(null);

/** Whether two lists show the same: what is in memory is the same object until it changes. */
const isSame = (one: Paged<ListedEvent>, other: Paged<ListedEvent>): boolean =>
  one.total === other.total &&
  one.items.length === other.items.length &&
  one.items.every((item, index) => {
    const same = other.items[index];
    return (
      item.event === same?.event &&
      item.organizer === same.organizer &&
      item.goingCount === same.goingCount &&
      item.interestedCount === same.interestedCount &&
      item.bookedCount === same.bookedCount &&
      item.waitingCount === same.waitingCount &&
      item.laterDates === same.laterDates
    );
  });
