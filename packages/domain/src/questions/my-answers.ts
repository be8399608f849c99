import type { Dependencies } from '../dependencies.ts';
import { eventToRead, requireScheduled, visibleEvent } from '../events/event-access.ts';
import { type Answers, answersFaults, withoutBlanks } from '../events/question.ts';
import type { UserId } from '../ids.ts';
import { refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { onlyAsked } from './only-asked.ts';

export interface ReadMyAnswers {
  readonly eventId: string;
  readonly userId: UserId;
}

export interface AnswerQuestions extends ReadMyAnswers {
  /** By the ids of questions. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The caller's own answers to what the event asks. Throws `event_not_found`. */
export const readMyAnswers =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, userId }: ReadMyAnswers): Promise<Answers> => {
    const { eventId: id } = await eventToRead(dependencies, eventId, userId);
    const { questions } = dependencies.stores;
    const answers = (await questions.answersOf(id, [userId])).get(userId) ?? {};
    return onlyAsked(await questions.ofEvent(id), answers);
  };

/**
 * Replaces the caller's answers, for those going, interested or booked, until the event ends. Throws `invalid_request`,
 * `event_not_found`, `event_taken_down`, `event_cancelled`, `event_postponed`, `event_over`, `not_going`, `rate_limited`.
 */
export const answerQuestions =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId, answers }: AnswerQuestions): Promise<Answers> => {
    const { stores, clock } = dependencies;
    const access = await visibleEvent(dependencies, eventId, userId);
    requireScheduled(access);
    if (access.endAt <= clock.now()) throw refuse('event_over');
    const { hasRsvp, hasBooking } = await tiesTo(dependencies, access.eventId, userId);
    if (!hasRsvp && !hasBooking) throw refuse('not_going');
    await useQuota(dependencies, userId, 'rsvps-and-saves');
    for (;;) {
      const questions = (await stores.questions.ofEvent(access.eventId)).filter(
        ({ isRemoved }) => !isRemoved,
      );
      const faults = answersFaults(questions, answers);
      if (faults.length > 0) throw refuseInput(...faults);
      const valid = withoutBlanks(answers as Answers);
      const outcome = await stores.questions.answer(access.eventId, userId, questions, valid);
      if (outcome === 'not_going') throw refuse('not_going');
      if (outcome === 'answered') return valid;
    }
  };

const tiesTo = async (
  { stores }: Pick<Dependencies, 'stores'>,
  event: Parameters<Dependencies['stores']['rsvps']['has']>[0],
  user: UserId,
) => ({
  hasRsvp: await stores.rsvps.has(event, user),
  hasBooking: (await stores.bookings.ofUser(user, [event])).has(event),
});
