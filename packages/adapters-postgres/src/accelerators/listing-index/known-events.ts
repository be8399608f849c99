import type { EventId, EventSummary } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';

/** Events of lists in memory, each once however many pages show it, until they change. */
export interface KnownEvents {
  get(id: EventId): EventSummary | undefined;
  add(event: EventSummary): void;
  /** @param ids null for all */
  forget(ids: readonly EventId[] | null): void;
}

/** Bytes of all events and of what is made of them, about: some 5,000 events with descriptions of 500 characters. */
const maxSize = 20_000_000;
/** An object with the fields of an event, about. */
const fieldBytes = 1_000;
/** A character in the event and in the JSON text that is made of it; some are not in Latin script. */
const characterBytes = 2.5;

/** An event's share of memory, in bytes. */
export const sizeOfEvent = ({ title, description, location, coverUrl, metadata }: EventSummary): number => {
  const texts = [title, description, location.address, coverUrl ?? '', ...Object.entries(metadata).flat()];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(fieldBytes + characters * characterBytes);
};

export const knownEvents = (): KnownEvents => {
  const events = new LRUCache<EventId, EventSummary>({ maxSize, sizeCalculation: sizeOfEvent });
  return {
    get: (id) => events.get(id),
    add: (event) => void events.set(event.id, event),
    forget: (ids) => {
      if (ids === null) events.clear();
      else for (const id of ids) events.delete(id);
    },
  };
};
