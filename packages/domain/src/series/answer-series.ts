import type { Dependencies } from '../dependencies.ts';
import type { RsvpState } from '../events/rsvp.ts';
import { requireId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { SeriesRsvp } from './series.ts';
import { viewOf } from './series-access.ts';

export interface AnswerSeries {
  readonly seriesId: string;
  readonly userId: UserId;
  /** Null ends the answer, also for occurrences made later. */
  readonly state: RsvpState;
}

/**
 * Answers every occurrence to come that the caller sees, and those made later. Throws `not_found`, `rate_limited` (the
 * caller's answers to series of an hour) and, unless they end it, `event_cancelled`.
 */
export const answerSeries =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ seriesId, userId, state }: AnswerSeries): Promise<SeriesRsvp> => {
    const { stores, clock } = dependencies;
    const view = await viewOf(dependencies, requireId(seriesId), userId);
    if (state !== null && view.isCancelled) throw refuse('event_cancelled');
    await useQuota(dependencies, userId, state === null ? 'clearings' : 'series-rsvps');
    const events = await stores.occurrences.answer(view.id, userId, state, clock.now());
    if (events === null) throw refuse('not_found');
    return { myRsvp: state, events };
  };
