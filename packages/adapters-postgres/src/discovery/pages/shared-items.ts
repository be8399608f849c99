import { isDeepStrictEqual } from 'node:util';
import type { EventId } from '@event-platform/domain';
import type { PublicItem } from './page-cache.ts';

/** Items that pages in memory share. */
export interface SharedItems {
  /** The equal item of a page in memory, if there is one; else this one, which `keep` lets later pages share. */
  share(item: PublicItem, keep: boolean): PublicItem;
}

/**
 * Pages around one place, of one category or of one week list the same events: four of five items in memory were copies.
 * What is made of an item, such as its JSON text, is shared with it. An item stays for as long as a page holds it.
 */
export const sharedItems = (): SharedItems => {
  const items = new Map<EventId, WeakRef<PublicItem>>();
  const gone = new FinalizationRegistry<EventId>((id) => {
    // Another item may have taken its place.
    if (items.get(id)?.deref() === undefined) items.delete(id);
  });
  return {
    share: (item, keep) => {
      const known = items.get(item.id)?.deref();
      if (known && isDeepStrictEqual(known, item)) return known;
      if (keep) {
        items.set(item.id, new WeakRef(item));
        gone.register(item, item.id);
      }
      return item;
    },
  };
};
