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
  const asked = (await stores.questions.ofEvent(event)).filter(({ isRemoved }) => !isRemoved);
  if (asked.length === 0) return attendees.map((one) => ({ ...one, answers: {} }));
  const found = await stores.questions.answersOf(
    event,
    attendees.map(({ user }) => user.id),
  );
  const ids = new Set<string>(asked.map(({ id }) => id));
  const toAsked = (answers: Answers): Answers =>
    Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
  return attendees.map((one) => ({ ...one, answers: toAsked(found.get(one.user.id) ?? {}) }));
};
