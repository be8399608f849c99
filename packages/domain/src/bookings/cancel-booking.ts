import type { Dependencies } from '../dependencies.ts';
import { visibleEvent } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';

export interface CancelBooking {
  readonly eventId: string;
  readonly userId: UserId;
}

/** Ends the caller's booking, if there is one; the RSVP stays. Never refused. Throws `event_not_found`. */
export const cancelBooking =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, userId }: CancelBooking): Promise<void> => {
    const access = await visibleEvent(dependencies, eventId, userId);
    await dependencies.stores.bookings.cancel(access.eventId, userId, dependencies.clock.now());
  };
