import { type Domain, DomainError, type UserId } from '@event-platform/domain';

/** The guest, and the event that they do not come to. */
export interface LeavingGuest {
  readonly eventId: string;
  readonly userId: UserId;
}

/**
 * Takes back a guest's seats and answer, as often as it is repeated: the seats first, since guests with an answer see the event.
 * Returns false for a guest who cannot see it, and so has neither.
 */
export const leaveEvent = async (
  domain: Pick<Domain, 'answerRsvp' | 'cancelBooking'>,
  guest: LeavingGuest,
): Promise<boolean> => {
  try {
    await domain.cancelBooking(guest);
    await domain.answerRsvp({ ...guest, state: null });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.problem.code === 'event_not_found') return false;
    throw error;
  }
};
