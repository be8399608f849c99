import type { EventId, EventSummary } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { EventChanges } from '../changes/event-changes.ts';
import type { Snapshot } from '../changes/snapshot.ts';

interface EventItem {
  readonly event: EventSummary;
  readonly snapshot: Snapshot;
}

/** Events of lists in memory, each once however many pages show it. */
export interface EventItems {
  /** The event as of all merged changes; null when it is not in memory, or may be out of date. */
  get(id: EventId): EventSummary | null;
  add(event: EventSummary, snapshot: Snapshot): void;
}

/** Bytes of all events and of what is made of them, about: some 5,000 events with descriptions of 500 characters. */
const maxSize = 20_000_000;
/** An object with the fields of an event, about. */
const fieldBytes = 1_000;
/** A character in the event and in the JSON text that is made of it; some are not in Latin script. */
const characterBytes = 2.5;

const sizeOf = ({ event: { title, description, location, coverUrl } }: EventItem): number => {
  const characters = title.length + description.length + location.address.length + (coverUrl?.length ?? 0);
  return Math.ceil(fieldBytes + characters * characterBytes);
};

export const eventItems = (changes: Pick<EventChanges, 'isEventCurrent'>): EventItems => {
  const items = new LRUCache<EventId, EventItem>({ maxSize, sizeCalculation: sizeOf });
  return {
    get: (id) => {
      const item = items.get(id);
      return item && changes.isEventCurrent(id, item.snapshot) ? item.event : null;
    },
    add: (event, snapshot) => {
      items.set(event.id, { event, snapshot });
    },
  };
};
