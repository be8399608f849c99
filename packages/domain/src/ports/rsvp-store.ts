import type { EventId, UserId } from '../ids.ts';
import type { AccountQuota, QuotaSpent } from '../quotas/account-quota.ts';
import type { RsvpAnswer, RsvpState } from '../rsvp/rsvp.ts';

export interface RsvpStore {
  /**
   * Records the RSVP of one user to an event and returns the exact number of RSVPs after it,
   * in one atomic step. Null clears it. `going` also closes the caller's own pending invitation to the
   * event as accepted. Null when there is no such event or account (removed meanwhile), and when a user who
   * was removed from the event does not clear their RSVP. The time of a first answer stays with later ones.
   */
  answer(event: EventId, user: UserId, state: RsvpState, at: Date): Promise<RsvpAnswer | null>;
  /**
   * The same, counted in the same step as a use of the quota (see `Quotas.use`). When that is spent nothing is
   * recorded and what is spent is returned; clearing is recorded nevertheless.
   */
  answerWithin(
    quota: AccountQuota,
    event: EventId,
    user: UserId,
    state: RsvpState,
    at: Date,
  ): Promise<RsvpAnswer | QuotaSpent | null>;
}
