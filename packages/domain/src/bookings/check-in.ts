import type { Attendee, AttendeeAnswers } from '../attendees/attendee.ts';
import { withAnswers } from '../attendees/with-answers.ts';
import type { Dependencies } from '../dependencies.ts';
import { managedEvent, managedEventToRead } from '../events/event-access.ts';
import type { EventId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';

export interface CheckInGuest {
  readonly eventId: string;
  readonly callerId: UserId;
  /** Of a booking. */
  readonly code: string;
}

/** Who was checked in, and when for the first time. */
export interface CheckIn {
  readonly attendee: Attendee & AttendeeAnswers;
  readonly checkedInAt: Date;
  readonly isFirst: boolean;
}

/**
 * Checks a guest in by the code of their booking; a second time changes nothing. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `not_found` (no booking of this event has the code), `not_confirmed`, `rate_limited`.
 */
export const checkInGuest =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, callerId, code }: CheckInGuest): Promise<CheckIn> => {
    const access = await managedEvent(dependencies, eventId, callerId);
    const { stores, clock } = dependencies;
    if (code.length > limits.tokenLength) throw refuse('not_found');
    await useQuota(dependencies, callerId, 'check-ins');
    const outcome = await stores.bookings.checkIn(access.eventId, code, clock.now());
    if (outcome === null) throw refuse('not_found');
    if (outcome === 'not_confirmed') throw refuse('not_confirmed');
    const { user, ...checkIn } = outcome;
    const booking =
      (await stores.attendees.find(access.eventId, user, clock.now())) ??
      (await managerOf(dependencies, access.eventId, user));
    const [attendee] = booking ? await withAnswers(dependencies, access.eventId, [booking]) : [];
    if (!attendee) throw refuse('not_found');
    return { attendee, ...checkIn };
  };

/** How many seats of how many are in. For the event's organizer and admins. Throws `event_not_found`, `forbidden`. */
export const countCheckedIn =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: { readonly eventId: string; readonly callerId: UserId }) => {
    const { eventId } = await managedEventToRead(dependencies, query.eventId, query.callerId);
    return dependencies.stores.bookings.checkedIn(eventId);
  };

/** A manager who has a booking, as an attendee; null once that is gone. */
const managerOf = async (
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  eventId: EventId,
  id: UserId,
): Promise<Attendee | null> => {
  const [user, event] = await Promise.all([
    stores.users.find(id),
    stores.eventCatalog.detail(eventId, id, clock.now()),
  ]);
  if (!user || !event?.myBooking) return null;
  const { code: _, ...booking } = event.myBooking;
  const { name, username, avatar } = user;
  return {
    user: { id, name, username, avatar },
    rsvp: event.myRsvp,
    booking,
    via: 'public',
    since: booking.createdAt,
  };
};
