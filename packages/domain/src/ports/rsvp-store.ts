import type { EventId, UserId } from '../ids.ts';
import type { RsvpAnswer, RsvpState } from '../rsvp/rsvp.ts';

export interface RsvpStore {
  /**
   * Records the RSVP of one user to an event and returns the exact number of RSVPs after it,
   * in one atomic step. Null clears it. `going` also closes the caller's own pending invitation to the
   * event as accepted. Null when there is no such event or account (removed meanwhile), and when a user who
   * was removed from the event does not clear their RSVP. The time of a first answer stays with later ones.
   */
  answer(event: EventId, user: UserId, state: RsvpState, at: Date): Promise<RsvpAnswer | null>;
}
