import type { UserId } from '../ids.ts';
import type { Needs } from '../needs.ts';
import type { EventDetail } from './event.ts';
import { getEvent } from './get-event.ts';
import { managedEvent } from './known-event.ts';

/** Calls an event off; repeating it changes nothing. For its organizer. Throws `event_not_found`, `forbidden`. */
export const cancelEvent =
  (needs: Pick<Needs, 'stores' | 'clock'>) =>
  async ({
    eventId,
    callerId,
  }: {
    readonly eventId: string;
    readonly callerId: UserId;
  }): Promise<EventDetail> => {
    const access = await managedEvent(needs, eventId, callerId, ['organizer']);
    await needs.stores.events.cancel(access.eventId, needs.clock.now());
    return getEvent(needs)({ eventId, callerId });
  };
