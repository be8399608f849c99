import type { Dependencies } from '../dependencies.ts';
import { visibleEvent } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';
import { useQuota } from '../quotas/use-quota.ts';

export interface CancelBooking {
  readonly eventId: string;
  readonly userId: UserId;
}

/** Ends the caller's booking, if there is one; the RSVP stays. Throws `event_not_found`, `rate_limited`. */
export const cancelBooking =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId }: CancelBooking): Promise<void> => {
    const access = await visibleEvent(dependencies, eventId, userId);
    await useQuota(dependencies, userId, 'clearings');
    await dependencies.stores.bookings.cancel(access.eventId, userId, dependencies.clock.now());
  };
