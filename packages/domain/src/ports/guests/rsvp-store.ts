import type { RsvpResult, RsvpState } from '../../events/rsvp.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { AccountCharge, QuotaSpent } from '../../quotas/charge.ts';

export interface RsvpStore {
  /**
   * Records the RSVP of one user to an event and returns the exact number of RSVPs after it,
   * in one atomic step. Null clears it. `going` also closes the caller's own pending invitation to the
   * event as accepted. Null when there is no such event or account (removed meanwhile), and when a user who
   * was removed from the event does not clear their RSVP. The time of a first rsvp stays with later ones. `closed` when the
   * event's deadline has passed and the state is another one than before: nothing is recorded.
   */
  set(event: EventId, user: UserId, state: RsvpState, at: Date): Promise<RsvpResult | 'closed' | null>;
  /** Whether the user has an RSVP to the event. */
  has(event: EventId, user: UserId): Promise<boolean>;
  /**
   * The same as `set`, with a charge of the user's account in the same step (see `Quotas.takeAll`). When the budget is
   * spent nothing is recorded and what is spent is returned; clearing is recorded nevertheless.
   */
  setWithin(
    charge: AccountCharge,
    event: EventId,
    user: UserId,
    state: RsvpState,
    at: Date,
  ): Promise<RsvpResult | QuotaSpent | 'closed' | null>;
}
