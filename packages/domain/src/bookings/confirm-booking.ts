import type { Dependencies } from '../dependencies.ts';
import type { GuestBooking } from '../events/booking.ts';
import { managedEvent } from '../events/event-access.ts';
import { requireId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { seatProblem } from './book-seats.ts';

export interface ConfirmBooking {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly bookingId: string;
  /** Beyond the capacity, too. */
  readonly force: boolean;
}

/**
 * Confirms a waitlisted booking out of turn; a confirmed one stays as it is. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `not_found`, `event_full` (without `force`), `event_cancelled`, `event_over`, `rate_limited`.
 */
export const confirmBooking =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, callerId, bookingId, force }: ConfirmBooking): Promise<GuestBooking> => {
    const access = await managedEvent(dependencies, eventId, callerId);
    const id = requireId<'booking'>(bookingId);
    await useQuota(dependencies, callerId, 'event-changes');
    const outcome = await dependencies.stores.bookings.confirm(
      access.eventId,
      id,
      force,
      dependencies.clock.now(),
    );
    if (outcome === null) throw refuse('not_found');
    if (typeof outcome === 'string') throw seatProblem(outcome);
    return outcome;
  };
