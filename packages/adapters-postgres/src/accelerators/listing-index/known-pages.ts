import { hash } from 'node:crypto';
import type { ListedEvent, Paged } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { DiscoveryQuery } from '../../discovery/find-page.ts';
import { sizeOfEvent, sizeOfOrganizer } from './known-sizes.ts';
import type { IndexedPage } from './thread/messages.ts';

/** A page in memory. */
export interface KnownPage {
  readonly found: IndexedPage;
  /** From when on it was asked for, in milliseconds since 1970. */
  readonly since: number;
  /** The last list that anonymous callers were given of it: responses are cached by that object. */
  readonly list: Paged<ListedEvent> | null;
  /** The snapshot that showed the list last, by its name. */
  readonly shownBy: string | null;
}

/** The name of a page: what is asked for, but for now. */
export const pageKeyOf = ({ filter, order, page }: DiscoveryQuery): string => {
  const { endsAfter, recentSince, isDated, text, ...others } = filter;
  return JSON.stringify([
    others,
    isDated && endsAfter,
    order === 'time' && recentSince,
    page,
    text && hash('sha256', JSON.stringify(text), 'base64url'),
  ]);
};

/** Whether no event of a list has ended since its page was found; a list with dates stays as it is. */
export const isInTime = ({ found, since }: KnownPage, { filter }: DiscoveryQuery): boolean => {
  const at = filter.endsAfter.getTime();
  return filter.isDated || (since <= at && at < found.validUntil);
};

/** Bytes of all pages, of their events and of the responses that are made of them, about. */
const maxSize = 16_000_000;
/** A page without its list: the key, and the ids of its events. */
const pageBytes = 2_500;
/** The responses that are cached by a list, one of them compressed, for each byte of an event. */
const responseShare = 0.8;
/** Larger lists would take the place of many. */
const maxListBytes = 500_000;

const sizeOf = ({ list }: KnownPage): number => {
  const events = (list?.items ?? []).reduce(
    (sum, { event, organizer }) => sum + sizeOfEvent(event) + sizeOfOrganizer(organizer),
    0,
  );
  return Math.ceil(pageBytes + events * (1 + responseShare));
};

/** Pages in memory by their keys. */
export const knownPages = () => {
  const pages = new LRUCache<string, KnownPage>({ maxSize, sizeCalculation: sizeOf });
  return {
    has: (key: string): boolean => pages.has(key),
    get: (key: string): KnownPage | undefined => pages.get(key),
    /** Keeps a page, and its list unless that is large. */
    set: (key: string, page: KnownPage): void => {
      pages.set(key, sizeOf(page) > maxListBytes ? { ...page, list: null } : page);
    },
  };
};
