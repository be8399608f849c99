import type { Answers, AskedQuestion } from '../events/question.ts';

/** The answers to what is still asked. */
export const onlyAsked = (questions: readonly AskedQuestion[], answers: Answers): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id, isRemoved }) => {
      const value = answers[id];
      return isRemoved || value === undefined ? [] : [[id, value] as const];
    }),
  );
