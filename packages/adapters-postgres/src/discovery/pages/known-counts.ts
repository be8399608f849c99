import type { EventId } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { isOlder, type Snapshot, sees } from './snapshot.ts';

/** A change of an event's count, as it was recorded. */
export interface CountChange {
  /** The transaction that made it. */
  readonly xid: number;
  /** Null: the count of any event may have changed. */
  readonly event: EventId | null;
}

/** Counts of RSVPs in memory: each is exact as of the last merged snapshot. */
export interface KnownCounts {
  get(event: EventId): number | undefined;
  /**
   * Forgets what has changed. A statement gives all changes from the floor of `EventChanges` on.
   * @param isWhole false when there were more than it may return
   */
  merge(changes: readonly CountChange[], snapshot: Snapshot, isWhole: boolean): void;
  /** Adds counts that a statement read, after its changes were merged. */
  keep(counts: ReadonlyMap<EventId, number | null>, snapshot: Snapshot): void;
}

/** About 3 MB. */
const maxCounts = 20_000;

export const knownCounts = (): KnownCounts => {
  const counts = new LRUCache<EventId, { readonly count: number; readonly snapshot: Snapshot }>({
    max: maxCounts,
  });
  let last: Snapshot | null = null;

  const forget = ({ event, xid }: CountChange): void => {
    if (event === null) {
      for (const [id, { snapshot }] of counts) if (!sees(snapshot, xid)) counts.delete(id);
      return;
    }
    const known = counts.peek(event);
    if (known && !sees(known.snapshot, xid)) counts.delete(event);
  };

  return {
    get: (event) => counts.get(event)?.count,
    merge: (changes, snapshot, isWhole) => {
      if (!isWhole) counts.clear();
      for (const change of changes) forget(change);
      if (last === null || isOlder(last, snapshot)) last = snapshot;
    },
    keep: (found, snapshot) => {
      // Changes that a later statement has merged since would be missing.
      if (last !== null && isOlder(snapshot, last)) return;
      for (const [event, count] of found) if (count !== null) counts.set(event, { count, snapshot });
    },
  };
};
