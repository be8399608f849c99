import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { EventDetail } from './event.ts';
import { withTimeZone, type Zoned } from './event-time-zone.ts';
import { eventIdOf } from './known-event.ts';

/** One event, for callers who may see it. Throws `event_not_found` for all others. */
export const getEvent =
  ({ stores, clock, timeZones }: Pick<Dependencies, 'stores' | 'clock' | 'timeZones'>) =>
  async (query: {
    readonly eventId: string;
    readonly callerId: UserId | null;
  }): Promise<Zoned<EventDetail>> => {
    const detail = await stores.eventCatalog.detail(eventIdOf(query.eventId), query.callerId, clock.now());
    if (!detail) throw refuse('event_not_found');
    return withTimeZone(timeZones, detail);
  };
