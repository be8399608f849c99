import type { EventRecord } from '../events/event.ts';
import { type Question, type QuestionDraft, questionsOf, unknownQuestions } from '../events/question.ts';
import { refuseInput } from '../problem.ts';

type QuestionHolder = Pick<EventRecord, 'questions'>;

/** Questions as the series keeps them: ids are of its events. */
export const withoutIds = (questions: readonly QuestionDraft[]): readonly QuestionDraft[] =>
  questions.map((question) => ({ ...question, id: null }));

/** Throws `invalid_request` for an id that is of no question of these events. */
export const requireKnownQuestions = (
  events: readonly QuestionHolder[],
  questions: readonly QuestionDraft[] = [],
): void => {
  const faults = unknownQuestions(
    events.flatMap((event) => event.questions),
    questions,
  );
  if (faults.length > 0)
    throw refuseInput(
      ...faults.map(({ path }) => ({
        path: `/event${path}`,
        message: 'must be the id of a question of one of the events',
      })),
    );
};

/**
 * The questions of one event of a series after a change of all. An id names the question of its event and those in the same words
 * of the other events, so that each keeps its answers.
 */
export const questionsOfOccurrence = (
  nextId: () => string,
  event: QuestionHolder,
  events: readonly QuestionHolder[],
  questions: readonly QuestionDraft[],
): readonly Question[] => {
  const idIn = ({ id }: QuestionDraft): string | null => {
    if (id === null || event.questions.some((one) => one.id === id)) return id;
    const match = events.flatMap((other) => other.questions).find((one) => one.id === id);
    const ownQuestion = event.questions.find(
      ({ label, kind }) => label === match?.label && kind === match.kind,
    );
    return ownQuestion?.id ?? null;
  };
  const usedIds = new Set<string>();
  const drafts = questions.map((question) => {
    const id = idIn(question);
    // Two questions in the same words stay two.
    if (id === null || usedIds.has(id)) return { ...question, id: null };
    usedIds.add(id);
    return { ...question, id };
  });
  return questionsOf(nextId, event.questions, drafts);
};
