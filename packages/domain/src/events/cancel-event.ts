import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { EventDetail } from './event.ts';
import type { Zoned } from './event-time-zone.ts';
import { getEvent } from './get-event.ts';
import { managedEvent } from './known-event.ts';

/**
 * Cancels an event; repeating it changes nothing. For its organizer. Throws `event_not_found`, `forbidden`.
 */
export const cancelEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones'>) =>
  async ({
    eventId,
    callerId,
  }: {
    readonly eventId: string;
    readonly callerId: UserId;
  }): Promise<Zoned<EventDetail>> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    await dependencies.stores.events.cancel(access.eventId, dependencies.clock.now());
    return getEvent(dependencies)({ eventId, callerId });
  };
