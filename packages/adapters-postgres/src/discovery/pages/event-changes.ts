import { distanceKm, type EventFilter, type TextQuery } from '@event-platform/domain';
import { type Snapshot, sees } from './snapshot.ts';

/** A change of what lists show, as it was recorded: where a listed event is, or was before. */
export interface EventChange {
  readonly id: number;
  /** The transaction that made it. */
  readonly xid: number;
  /** Null: any event may have changed. */
  readonly place: ChangedPlace | null;
}

/** Instants are milliseconds since 1970. */
export interface ChangedPlace {
  readonly category: string;
  readonly lat: number;
  readonly lng: number;
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
  /** The last statement whose changes were merged: all that its snapshot shows are known. Null before the first {@link merge}. */
  readonly lastRead: LastRead | null;
  /**
   * Adds the changes that a statement found: all those from `floor` on, as it was when the statement began.
   * @param isWhole false when there were more than it may return
   * @param beganAt when the statement began, in milliseconds by this process
   */
  merge(changes: readonly EventChange[], snapshot: Snapshot, isWhole: boolean, beganAt: number): void;
  /** Whether no merged change that the page's snapshot does not show can be on the page or in its total. */
  isCurrent(page: ReadPage): boolean;
}

/** Changes that are remembered at most. */
const maxChanges = 5_000;

export const eventChanges = (): EventChanges => {
  let floor: number | null = null;
  let lastRead: LastRead | null = null;
  /** A page is judged by what is remembered only if its snapshot shows all transactions below. */
  let since = Number.POSITIVE_INFINITY;
  let known: EventChange[] = [];
  const ids = new Set<number>();
  /** How many changes were dropped before the first known one. */
  let dropped = 0;
  /** How far each page was compared. */
  const compared = new WeakMap<ReadPage, number>();

  const forget = (count: number) => {
    for (const { id, xid } of known.slice(0, count)) {
      ids.delete(id);
      since = Math.max(since, xid + 1);
    }
    known = known.slice(count);
    dropped += count;
  };

  return {
    get floor() {
      return floor;
    },
    get lastRead() {
      return lastRead;
    },
    merge: (changes, snapshot, isWhole, beganAt) => {
      const { xmin, xmax } = snapshot;
      if (floor === null) since = xmin;
      floor = Math.max(floor ?? 0, xmin);
      if (lastRead === null || lastRead.at <= beganAt) lastRead = { at: beganAt, snapshot };
      if (!isWhole) {
        forget(known.length);
        // No page of before may pass for compared.
        dropped += 1;
        since = Math.max(since, xmax);
        return;
      }
      for (const change of changes)
        if (!ids.has(change.id)) {
          ids.add(change.id);
          known.push(change);
        }
      if (known.length > maxChanges) forget(known.length - maxChanges / 2);
    },
    isCurrent: (page) => {
      const before = compared.get(page);
      const end = dropped + known.length;
      if (before === end) return true;
      if (before === undefined ? page.snapshot.xmin < since : before < dropped) return false;
      for (let index = Math.max(before ?? dropped, dropped); index < end; index += 1)
        if (mayShow(page, known[index - dropped] as EventChange)) return false;
      compared.set(page, end);
      return true;
    },
  };
};

/** More than rounding, here and in the database, can take from a distance. */
const marginKm = 0.001;

const mayShow = ({ filter, snapshot }: ReadPage, { xid, place }: EventChange): boolean => {
  if (sees(snapshot, xid)) return false;
  if (!place) return true;
  const { area, category, endsAfter, startsBefore, text } = filter;
  return (
    (category === null || category === place.category) &&
    place.endAt >= endsAfter.getTime() &&
    (startsBefore === null || place.startAt <= startsBefore.getTime()) &&
    (area === null || distanceKm(area, place) <= area.radiusKm * (1 + 1e-9) + marginKm) &&
    (text === null || place.words === null || hasWords(text, ` ${place.words} `))
  );
};

/** What the domain's `textMatches` tells. Splitting the words of each change would cost more than searching them. */
const hasWords = (query: TextQuery, words: string): boolean =>
  query.every((group) => group.some(({ word, prefix }) => words.includes(prefix ? ` ${word}` : ` ${word} `)));
