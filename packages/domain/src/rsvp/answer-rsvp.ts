import type { Dependencies } from '../dependencies.ts';
import { visibleEvent } from '../events/known-event.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { RsvpAnswer, RsvpState } from './rsvp.ts';

export interface AnswerRsvp {
  readonly eventId: string;
  readonly userId: UserId;
  /** Null clears the RSVP. */
  readonly state: RsvpState;
}

/**
 * Sets or clears the caller's RSVP; `going` also accepts their own pending invitation. Never refused for
 * capacity or because the event has ended. Throws `event_not_found`, `event_cancelled` (clearing is still
 * allowed).
 */
export const answerRsvp =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, userId, state }: AnswerRsvp): Promise<RsvpAnswer> => {
    const access = await visibleEvent(dependencies, eventId, userId);
    if (access.status === 'cancelled' && state !== null) throw refuse('event_cancelled');
    const answer = await dependencies.stores.rsvps.answer(
      access.eventId,
      userId,
      state,
      dependencies.clock.now(),
    );
    if (!answer) throw refuse('event_not_found');
    return answer;
  };
