import type { Dependencies } from '../dependencies.ts';
import { visibleEvent } from '../events/event-access.ts';
import type { RsvpResult, RsvpState } from '../events/rsvp.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { accountCharge } from '../quotas/account-quota.ts';
import { refuseSpent } from '../quotas/use-quota.ts';

export interface AnswerRsvp {
  readonly eventId: string;
  readonly userId: UserId;
  /** Null clears the RSVP. */
  readonly state: RsvpState;
}

/**
 * Sets or clears the caller's RSVP; `going` also accepts their own pending invitation. Never refused for
 * capacity or because the event has ended. Throws `event_not_found`, and, unless they clear it, `event_cancelled`,
 * `rate_limited` and `removed_by_organizer` (for a public event; a private one is not found).
 */
export const answerRsvp =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId, state }: AnswerRsvp): Promise<RsvpResult> => {
    const access = await visibleEvent(dependencies, eventId, userId);
    if (access.status === 'cancelled' && state !== null) throw refuse('event_cancelled');
    const { rsvps, attendees } = dependencies.stores;
    const now = dependencies.clock.now();
    const charge = accountCharge(userId, 'rsvps-and-saves', dependencies.settings, now);
    const rsvp = charge
      ? await rsvps.setWithin(charge, access.eventId, userId, state, now)
      : await rsvps.set(access.eventId, userId, state, now);
    if (rsvp && 'until' in rsvp) throw refuseSpent('rsvps-and-saves', rsvp, now);
    if (rsvp) return rsvp;
    const isRemoved = access.visibility === 'public' && (await attendees.isRemoved(access.eventId, userId));
    throw refuse(isRemoved ? 'removed_by_organizer' : 'event_not_found');
  };
