import { hash } from 'node:crypto';
import type { EventFilter, EventId, EventSummary, ListedEvent, Paged } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import type { DiscoveredPage } from '../statements/discover-events.ts';

/** A page in memory. */
export interface CachedPage {
  readonly page: DiscoveredPage;
  readonly ids: readonly EventId[];
  /** Its events, which are current while the page is; null before they were read for the first time. */
  readonly events: readonly EventSummary[] | null;
  /** The last list that anonymous callers were given of it: responses are cached by that object. */
  readonly list: Paged<ListedEvent> | null;
  /** Of the snapshot that showed the list last. */
  version: string | null;
}

/** The name of a page. */
export const pageKeyOf = ({ filter, order, page }: DiscoveryQuery): string => {
  const { area, category, attendance, organizer, isDated, endsAfter, startsBefore, recentSince, text } =
    filter;
  return JSON.stringify([
    category,
    attendance,
    organizer,
    area && [area.lat, area.lng, area.radiusKm],
    isDated && endsAfter.getTime(),
    startsBefore?.getTime(),
    order === 'time' && recentSince.getTime(),
    page.page,
    page.limit,
    filter.series,
    text && hash('sha256', JSON.stringify(text), 'base64url'),
  ]);
};

/** Whether the page is the same at that instant, as far as time goes: of a list with dates of its own, at any. */
export const isInTime = (
  { filter, validUntil }: Pick<DiscoveredPage, 'filter' | 'validUntil'>,
  { endsAfter }: Pick<EventFilter, 'endsAfter'>,
): boolean => filter.isDated || (filter.endsAfter <= endsAfter && endsAfter.getTime() < validUntil);

/** Bytes of all pages, of their events and of the responses that are made of them, about. */
const maxSize = 32_000_000;
/** A page without events, and an event's fields. */
const pageBytes = 500;
const eventBytes = 1_000;
/** A character in an event and its JSON text, and in the responses that are cached by a list, one of them compressed. */
const characterBytes = 2.5;
const responseBytes = 2;

const sizeOf = ({ events, list }: CachedPage): number => {
  const ofEvents = (events ?? []).reduce((sum, { title, description, location, coverUrl }) => {
    const characters = title.length + description.length + location.address.length + (coverUrl?.length ?? 0);
    return sum + eventBytes + characters * (characterBytes + (list ? responseBytes : 0));
  }, 0);
  return Math.ceil(pageBytes + ofEvents);
};

/** Larger ones would take the place of many. */
const maxListSize = 500_000;

/** Pages in memory by their keys. */
export const pageCache = () => {
  const pages = new LRUCache<string, CachedPage>({ maxSize, sizeCalculation: sizeOf });
  return {
    get: (key: string): CachedPage | undefined => pages.get(key),
    /** Keeps a page, and its list unless that is large. */
    set: (key: string, page: CachedPage): void => {
      pages.set(key, sizeOf(page) > maxListSize ? { ...page, list: null } : page);
    },
    delete: (key: string): void => {
      pages.delete(key);
    },
  };
};
