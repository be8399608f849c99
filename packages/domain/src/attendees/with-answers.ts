import type { Dependencies } from '../dependencies.ts';
import type { Answers } from '../events/question.ts';
import type { EventId } from '../ids.ts';
import type { Attendee, AttendeeAnswers } from './attendee.ts';

/** Attendees of an event with what they answered to what it asks. */
export const withAnswers = async (
  { stores }: Pick<Dependencies, 'stores'>,
  event: EventId,
  attendees: readonly Attendee[],
): Promise<readonly (Attendee & AttendeeAnswers)[]> => {
  const questions = (await stores.questions.ofEvent(event)).filter(({ isRemoved }) => !isRemoved);
  if (questions.length === 0) return attendees.map((one) => ({ ...one, answers: {} }));
  const answersByUser = await stores.questions.answersOf(
    event,
    attendees.map(({ user }) => user.id),
  );
  const ids = new Set<string>(questions.map(({ id }) => id));
  const toAsked = (answers: Answers): Answers =>
    Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
  return attendees.map((one) => ({ ...one, answers: toAsked(answersByUser.get(one.user.id) ?? {}) }));
};
