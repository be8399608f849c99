import { hash } from 'node:crypto';
import type { EventId, EventListItem } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { DiscoveryQuery } from '../plan.ts';
import type { ReadPage } from './event-changes.ts';
import type { Snapshot } from './snapshot.ts';

/** What is the same for all callers of an event in a list, its count excepted. */
export type PublicItem = Omit<EventListItem, 'rsvpCount' | 'myRsvp' | 'isSaved'>;

/** The places of the events of the outer circle that may lie outside of a circle in the tile. */
export interface Ring {
  readonly snapshot: Snapshot;
  readonly lats: readonly number[];
  readonly lngs: readonly number[];
}

/** The part of a page that is the same for all callers. */
export interface PublicPage extends ReadPage {
  readonly ids: readonly EventId[];
  readonly items: readonly PublicItem[];
  readonly total: number;
  /** How many of the first events have the best rank, in a search by relevance. */
  readonly bestRanked: number;
  /** When the next listed event ends: a list of what has not ended yet may change then. In milliseconds since 1970. */
  readonly validUntil: number;
  /** Of the page of a tile; null when it holds too many events. */
  readonly ring?: Ring | null;
}

/** Public parts of pages in memory. */
export interface PageCache {
  /**
   * The name of a page, under which it may be kept; null for one that is not: a list or search that is asked for the first
   * time, which often has the caller's position or rare words and never comes again.
   */
  keyOf(query: DiscoveryQuery): string | null;
  /** A page that was kept and that no event has left by time alone. */
  get(key: string, query: DiscoveryQuery): PublicPage | undefined;
  set(key: string, page: PublicPage): void;
  delete(key: string): void;
}

/** Bytes of all pages and of what is made of them, about: some 700 pages of 20 events. */
const maxSize = 24_000_000;
/** The lists that were asked for: how many are remembered. */
const maxAsked = 5_000;

/**
 * Bytes of an object with the fields of an item, about, and of a character: in the item and in the response that is made of
 * it; some are not in Latin script.
 */
const itemBytes = 1_000;
const characterBytes = 2.5;

/** A place in a ring. */
const placeBytes = 16;

const sizeOf = ({ items, ring }: PublicPage): number =>
  (ring?.lats.length ?? 0) * placeBytes +
  items.reduce(
    (sum, { title, description, location, coverUrl }) =>
      sum +
      itemBytes +
      (title.length + description.length + location.address.length + (coverUrl?.length ?? 0)) *
        characterBytes,
    itemBytes,
  );

export const pageCache = (): PageCache => {
  const pages = new LRUCache<string, PublicPage>({
    maxSize,
    sizeCalculation: (page) => Math.ceil(sizeOf(page)),
  });
  const asked = new LRUCache<string, true>({ max: maxAsked });
  return {
    keyOf: ({ filter, order, page }) => {
      const { area, category, dated, endsAfter, startsBefore, text } = filter;
      const key = JSON.stringify([
        category,
        area && [area.lat, area.lng, area.radiusKm],
        dated && endsAfter,
        startsBefore,
        page.page,
        page.limit,
        text && [order, hash('sha256', JSON.stringify(text))],
      ]);
      const isFirst = !asked.has(key);
      asked.set(key, true);
      return isFirst ? null : key;
    },
    get: (key, { filter }) => {
      const page = pages.get(key);
      return page && isInTime(page, filter.endsAfter) ? page : undefined;
    },
    set: (key, page) => {
      pages.set(key, page);
    },
    delete: (key) => {
      pages.delete(key);
    },
  };
};

/** Whether the page is the same at that instant, as far as time goes: of a list with dates of its own, at any. */
export const isInTime = ({ filter, validUntil }: PublicPage, at: Date): boolean =>
  filter.dated || (filter.endsAfter <= at && at.getTime() < validUntil);
