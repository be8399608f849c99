import type { Answers } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { AnswersFields } from '../schemas/events/question.ts';

export const presentAnswers = (answers: Answers): Static<typeof AnswersFields> =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [
      id,
      typeof value === 'string' || typeof value === 'boolean' ? value : [...value],
    ]),
  );
