import type { Dependencies } from '../dependencies.ts';
import { eventIdOf, requireScheduled, visibleEvent } from '../events/event-access.ts';
import type { RsvpResult, RsvpState } from '../events/rsvp.ts';
import type { EventId, UserId } from '../ids.ts';
import { refuse, refuseInput } from '../problem.ts';
import { accountCharge } from '../quotas/account-quota.ts';
import { refuseSpent, useQuota } from '../quotas/use-quota.ts';

export interface AnswerRsvp {
  readonly eventId: string;
  readonly userId: UserId;
  /** Null clears the RSVP. */
  readonly state: RsvpState;
}

const rsvpStates: readonly RsvpState[] = ['going', 'interested'];

/**
 * Sets or clears the caller's RSVP; `going` also accepts their own pending invitation. Never refused for
 * capacity or because the event has ended; their own RSVP can be cleared even when they no longer see the event. Throws
 * `event_not_found`, `rate_limited`, and, unless they clear it, `event_cancelled`, `event_postponed`, `event_taken_down`, `rsvp_closed` (another
 * answer than before, after the deadline) and `removed_by_organizer` (for a public event; a private one is not found).
 */
export const answerRsvp =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId, state }: AnswerRsvp): Promise<RsvpResult> => {
    if (state === null) return clearRsvp(dependencies, eventId, userId);
    if (!rsvpStates.includes(state))
      throw refuseInput({ path: '/state', message: `must be null or one of ${rsvpStates.join(', ')}` });
    const access = await visibleEvent(dependencies, eventId, userId);
    requireScheduled(access);
    const rsvp = await record(dependencies, access.eventId, userId, state);
    if (rsvp) return rsvp;
    const { attendees } = dependencies.stores;
    const isRemoved = access.visibility === 'public' && (await attendees.isRemoved(access.eventId, userId));
    throw refuse(isRemoved ? 'removed_by_organizer' : 'event_not_found');
  };

type RsvpDependencies = Pick<Dependencies, 'stores' | 'clock' | 'settings'>;

const clearRsvp = async (
  dependencies: RsvpDependencies,
  eventId: string,
  userId: UserId,
): Promise<RsvpResult> => {
  const { stores } = dependencies;
  const id = eventIdOf(eventId);
  if (
    !(await stores.events.access(id, userId, dependencies.clock.now())) &&
    !(await stores.rsvps.has(id, userId))
  )
    throw refuse('event_not_found');
  await useQuota(dependencies, userId, 'clearings');
  // Charged above: it takes nothing from the quota of RSVPs and saves.
  const outcome = await stores.rsvps.set(id, userId, null, dependencies.clock.now());
  if (!outcome || outcome === 'closed') throw refuse('event_not_found');
  return outcome;
};

const record = async (
  { stores, clock, settings }: RsvpDependencies,
  event: EventId,
  userId: UserId,
  state: NonNullable<RsvpState>,
): Promise<RsvpResult | null> => {
  const now = clock.now();
  const charge = accountCharge(userId, 'rsvps-and-saves', settings, now);
  const rsvp = charge
    ? await stores.rsvps.setWithin(charge, event, userId, state, now)
    : await stores.rsvps.set(event, userId, state, now);
  if (rsvp === 'closed') throw refuse('rsvp_closed');
  if (rsvp && 'until' in rsvp) throw refuseSpent('rsvps-and-saves', rsvp, now);
  return rsvp;
};
