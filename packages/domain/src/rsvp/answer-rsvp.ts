import { visibleEvent } from '../events/known-event.ts';
import type { UserId } from '../ids.ts';
import type { Needs } from '../needs.ts';
import { refuse } from '../problem.ts';
import type { RsvpAnswer, RsvpState } from './rsvp.ts';

export interface AnswerRsvp {
  readonly eventId: string;
  readonly userId: UserId;
  /** Null clears the answer. */
  readonly state: RsvpState;
}

/**
 * Sets or clears the caller's RSVP; `going` also accepts their own pending invitation. Never refused for
 * capacity or because the event is over. Throws `event_not_found`, `event_cancelled` (clearing is still allowed).
 */
export const answerRsvp =
  (needs: Pick<Needs, 'stores' | 'clock'>) =>
  async ({ eventId, userId, state }: AnswerRsvp): Promise<RsvpAnswer> => {
    const access = await visibleEvent(needs, eventId, userId);
    if (access.status === 'cancelled' && state !== null) throw refuse('event_cancelled');
    const answer = await needs.stores.rsvps.answer(access.eventId, userId, state, needs.clock.now());
    if (!answer) throw refuse('event_not_found');
    return answer;
  };
