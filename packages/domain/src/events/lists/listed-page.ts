import { offsetOf, type Paged } from '../../paging.ts';
import type { ListedEvent } from '../event.ts';
import type { ListPage } from './list-position.ts';

/** A page of a list, with the cursor of the next one; null on the last. */
export interface ListedPage extends Paged<ListedEvent> {
  readonly next: string | null;
}

type ToNext = (last: ListedEvent) => string;

/** By the pages of the store: what is made of one that it gives again, such as its response, is kept. */
const nextPages = new WeakMap<Paged<ListedEvent>, ListedPage>();

export const withNext = (events: Paged<ListedEvent>, toNext: ToNext): ListedPage => {
  const known = nextPages.get(events);
  if (known) return known;
  const last = events.items.at(-1);
  const hasMore = offsetOf(events) + events.limit < events.total;
  const page = { ...events, next: last && hasMore ? toNext(last) : null };
  nextPages.set(events, page);
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
