import { offsetOf, type Paged } from '../../paging.ts';
import type { ListedEvent } from '../event.ts';
import type { ListPage } from './list-position.ts';

/** A page of a list, as a store reads it. */
export interface ReadPage extends Paged<ListedEvent> {
  /** Whether the store keeps the page: what is made of it, such as its response, is then worth keeping with it. */
  readonly isKept?: boolean;
}

/** A page of a list, with the cursor of the next one; null on the last. */
export interface ListedPage extends ReadPage {
  readonly next: string | null;
}

type ToNext = (last: ListedEvent) => string;

/**
 * By the pages that a store keeps. Others stay out: what a `WeakMap` holds for them would be in memory until the next full
 * collection.
 */
const nextPages = new WeakMap<ReadPage, ListedPage>();

export const withNext = (events: ReadPage, toNext: ToNext): ListedPage => {
  const known = nextPages.get(events);
  if (known) return known;
  const last = events.items.at(-1);
  const hasMore = offsetOf(events) + events.limit < events.total;
  const page = { ...events, next: last && hasMore ? toNext(last) : null };
  if (events.isKept) nextPages.set(events, page);
  return page;
};

/** Reads a page after a position, and one event more, which tells that there is more. */
export const readAfter = async (
  read: (page: ListPage) => Promise<Paged<ListedEvent>>,
  { page, limit, after }: ListPage,
  toNext: ToNext,
): Promise<ListedPage> => {
  const { items, total } = await read({ page, limit: limit + 1, after });
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return {
    page,
    limit,
    total,
    items: shown,
    next: last && items.length > limit ? toNext(last) : null,
  };
};
