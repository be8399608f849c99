import type { Dependencies } from '../dependencies.ts';
import type { OwnBooking } from '../events/booking.ts';
import { visibleEvent } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type DomainError, refuse, refuseInput } from '../problem.ts';
import { accountCharge } from '../quotas/account-quota.ts';
import { refuseSpent } from '../quotas/use-quota.ts';
import type { SeatRefusal } from './seats.ts';

export interface BookSeats {
  readonly eventId: string;
  readonly userId: UserId;
  /** The seats from now on. */
  readonly quantity: number;
}

/** Of the code that checks a booking's holder in. */
const codeBytes = 16;

/**
 * Makes or changes the caller's booking; what does not fit waits where the event has a waitlist. A new or changed booking sets
 * the RSVP to `going`; the same one again changes nothing. Throws `invalid_request` (a quantity beyond the event's
 * `maxPerBooking`), `event_not_found`, `event_cancelled`, `event_postponed`, `event_over`, `rsvp_closed`, `event_full`, `rate_limited`, `removed_by_organizer`.
 */
export const bookSeats =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'tokens' | 'settings'>) =>
  async ({
    eventId,
    userId,
    quantity,
  }: BookSeats): Promise<{ readonly booking: OwnBooking; readonly isNew: boolean }> => {
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > limits.maxPerBooking) throw quantityFault();
    const access = await visibleEvent(dependencies, eventId, userId);
    const { clock, ids, settings, stores, tokens } = dependencies;
    const at = clock.now();
    const outcome = await stores.bookings.book({
      event: access.eventId,
      user: userId,
      id: ids.next(),
      code: tokens.next(codeBytes),
      quantity,
      at,
      charge: accountCharge(userId, 'rsvps-and-saves', settings, at),
    });
    if (outcome === null) {
      const isRemoved =
        access.visibility === 'public' && (await stores.attendees.isRemoved(access.eventId, userId));
      throw refuse(isRemoved ? 'removed_by_organizer' : 'event_not_found');
    }
    if ('until' in outcome) throw refuseSpent('rsvps-and-saves', outcome, at);
    if ('refusal' in outcome) throw seatProblem(outcome.refusal);
    return outcome;
  };

const quantityFault = (): DomainError =>
  refuseInput({
    path: '/quantity',
    message: `must be a whole number from 1 to the event’s maxPerBooking, at most ${limits.maxPerBooking}`,
  });

/** The problem of a refused move. */
export const seatProblem = (refusal: SeatRefusal): DomainError =>
  refusal === 'quantity' ? quantityFault() : refuse(refusal);
