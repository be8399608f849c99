import type { UpcomingEvent } from '../../events/event.ts';
import type { EventId } from '../../ids.ts';

/** Public events that are neither cancelled nor ended, in the order of their ids, for those who read all of them. */
export interface UpcomingEvents {
  /** The first id of each part of `size` events; the last part may be smaller. */
  partStarts(size: number, at: Date): Promise<readonly EventId[]>;
  /** Events from an id on, that one included; null begins with the first. At most `limit`. */
  from(start: EventId | null, limit: number, at: Date): Promise<readonly UpcomingEvent[]>;
}
