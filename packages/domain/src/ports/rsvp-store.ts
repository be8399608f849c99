import type { RsvpAnswer, RsvpState } from '../events/rsvp.ts';
import type { EventId, UserId } from '../ids.ts';
import type { AccountQuota, QuotaSpent } from '../quotas/account-quota.ts';
import type { KeyedRequest } from './keyed-request.ts';

/** An RSVP that its caller named with an idempotency key. */
export interface KeyedRsvp {
  /** Its caller is who answers. */
  readonly request: KeyedRequest;
  /** The answer to the request, before and after the number of RSVPs. */
  readonly answer: readonly [before: string, after: string];
}

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
  /**
   * The same for a keyed request, whose answer is kept in the same step, as `Idempotency.run` keeps it, but takes none of
   * the caller's room: the quota bounds how many are kept. So it also holds for admins and for clearing. Null, and
   * nothing is recorded, unless the request is the first one of its caller and hash and nothing stands against it;
   * `Idempotency.run` tells what does. Parallel requests of one hash have one effect, also together with
   * `Idempotency.run`.
   */
  answerOnce(
    keyed: KeyedRsvp,
    quota: AccountQuota,
    event: EventId,
    state: RsvpState,
    at: Date,
  ): Promise<RsvpAnswer | null>;
}
