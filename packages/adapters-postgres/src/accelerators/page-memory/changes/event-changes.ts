import {
  type Area,
  distanceKm,
  type EventFilter,
  type EventId,
  type TextQuery,
} from '@event-platform/domain';
import { type Snapshot, sees } from './snapshot.ts';

/** A change of what lists show, as it was recorded: where a listed event is, or was before. */
export interface EventChange {
  readonly id: number;
  /** The transaction that made it. */
  readonly xid: number;
  /** Null: any event may have changed. */
  readonly change: ChangedEvent | null;
}

/** Instants are milliseconds since 1970. */
export interface ChangedEvent {
  readonly event: EventId;
  readonly category: string;
  /** Null without a place. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly startAt: number;
  readonly endAt: number;
  /** Those that searches find the event by, separated by spaces; null: they are not known. */
  readonly words: string | null;
}

/** A page of a list or search that was read at a snapshot. */
export interface ReadPage {
  readonly filter: EventFilter;
  readonly snapshot: Snapshot;
}

/** When it began, in milliseconds by this process, and what it saw. */
export interface LastRead {
  readonly at: number;
  readonly snapshot: Snapshot;
}

/** What has changed lately, as far as this process has read it. */
export interface EventChanges {
  /** The lowest transaction whose changes may still be missing; null before the first {@link merge}. */
  readonly floor: number | null;
  /** The last statement whose changes were merged: all that its snapshot shows is here. Null before the first {@link merge}. */
  readonly lastRead: LastRead | null;
  /**
   * Adds the changes that a statement found: all those from `floor` on, as it was when the statement began. With a statement of
   * another server all that was known begins anew: after a failure it may lack what the former one had committed.
   * @param isWhole false when there were more than it may return
   * @param beganAt when the statement began, in milliseconds by this process
   */
  merge(changes: readonly EventChange[], snapshot: Snapshot, isWhole: boolean, beganAt: number): void;
  /** Whether no merged change that the page's snapshot does not show can be on the page or in its total. */
  isCurrent(page: ReadPage): boolean;
  /** Whether no merged change that the snapshot does not show is one of this event. */
  isEventCurrent(event: EventId, snapshot: Snapshot): boolean;
}

/** Changes in memory at most. */
const maxChanges = 5_000;

export const eventChanges = (): EventChanges => {
  let server: string | null = null;
  /** They never come back: a server that is started again is another one. */
  const former = new Set<string>();
  let floor: number | null = null;
  let lastRead: LastRead | null = null;
  /** What was read is judged by the changes in memory only if its snapshot shows all transactions below. */
  let since = Number.POSITIVE_INFINITY;
  let changes: EventChange[] = [];
  const ids = new Set<number>();
  /** The transactions that changed each event, or (null) any event. Their order is not that of their commits. */
  const xidsOf = new Map<EventId | null, number[]>();
  /** How many changes were dropped before the first one in memory. */
  let droppedCount = 0;
  /** How far each page was compared. */
  const lastComparisons = new WeakMap<ReadPage, number>();

  const add = (newChange: EventChange): void => {
    if (ids.has(newChange.id)) return;
    const { id, xid, change } = newChange;
    ids.add(id);
    changes.push(newChange);
    const event = change?.event ?? null;
    xidsOf.set(event, [...(xidsOf.get(event) ?? []), xid]);
  };

  const drop = (count: number): void => {
    for (const { id, xid, change } of changes.slice(0, count)) {
      ids.delete(id);
      const event = change?.event ?? null;
      const later = xidsOf.get(event)?.filter((other) => other !== xid) ?? [];
      if (later.length > 0) xidsOf.set(event, later);
      else xidsOf.delete(event);
      since = Math.max(since, xid + 1);
    }
    changes = changes.slice(count);
    droppedCount += count;
  };

  const beginAnew = (): void => {
    if (server !== null) former.add(server);
    // No page of before may pass for compared.
    droppedCount += changes.length + 1;
    changes = [];
    ids.clear();
    xidsOf.clear();
    floor = null;
    lastRead = null;
  };

  return {
    get floor() {
      return floor;
    },
    get lastRead() {
      return lastRead;
    },
    merge: (newChanges, snapshot, isWhole, beganAt) => {
      const { xmin, xmax } = snapshot;
      if (former.has(snapshot.server)) return;
      const isOther = server !== null && snapshot.server !== server;
      if (isOther) beginAnew();
      server = snapshot.server;
      if (floor === null) since = xmin;
      floor = Math.max(floor ?? 0, xmin);
      if (lastRead === null || lastRead.at <= beganAt) lastRead = { at: beganAt, snapshot };
      // What a new server found from another one's floor on may be anything; the next statement finds all.
      if (isOther) return;
      if (!isWhole) {
        drop(changes.length);
        // No page of before may pass for compared.
        droppedCount += 1;
        since = Math.max(since, xmax);
        return;
      }
      for (const change of newChanges) add(change);
      if (changes.length > maxChanges) drop(changes.length - maxChanges / 2);
    },
    isCurrent: (page) => {
      if (page.snapshot.server !== server) return false;
      const before = lastComparisons.get(page);
      const end = droppedCount + changes.length;
      if (before === end) return true;
      if (before === undefined ? page.snapshot.xmin < since : before < droppedCount) return false;
      for (let index = Math.max(before ?? droppedCount, droppedCount); index < end; index += 1)
        if (affects(changes[index - droppedCount] as EventChange, page)) return false;
      lastComparisons.set(page, end);
      return true;
    },
    isEventCurrent: (event, snapshot) =>
      snapshot.server === server &&
      snapshot.xmin >= since &&
      [event, null].every((id) => xidsOf.get(id)?.every((xid) => sees(snapshot, xid)) ?? true),
  };
};

/** More than rounding, here and in the database, can take from a distance. */
const marginKm = 0.001;

const isNear = (area: Area, { lat, lng }: ChangedEvent): boolean =>
  lat !== null && lng !== null && distanceKm(area, { lat, lng }) <= area.radiusKm * (1 + 1e-9) + marginKm;

const affects = ({ xid, change }: EventChange, { filter, snapshot }: ReadPage): boolean => {
  if (sees(snapshot, xid)) return false;
  if (!change) return true;
  // The log does not tell whose event it was: a change of any organizer's concerns the list of each.
  const { area, category, endsAfter, startsBefore, text } = filter;
  return (
    (category === null || category === change.category) &&
    change.endAt >= endsAfter.getTime() &&
    (startsBefore === null || change.startAt <= startsBefore.getTime()) &&
    (area === null || isNear(area, change)) &&
    (text === null || change.words === null || hasWords(text, ` ${change.words} `))
  );
};

/** The domain's `textMatches` on a text: splitting the words of each change would cost more than searching them. */
const hasWords = (query: TextQuery, words: string): boolean =>
  query.every((group) => group.some(({ word, prefix }) => words.includes(prefix ? ` ${word}` : ` ${word} `)));
