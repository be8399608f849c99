import type { EventRecord } from '../../src/events/event.ts';
import { type Answers, type Question, questionLimits } from '../../src/events/question.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { QuestionStore } from '../../src/ports/guests/question-store.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

const isGuest = (tables: Tables, event: EventId, user: UserId): boolean =>
  tables.rsvps.get(pairKey(event, user)) !== undefined ||
  tables.bookings.rows().some(({ eventId, userId }) => eventId === event && userId === user);

/** Ends the answers of a user who has neither RSVP nor booking any more. */
export const releaseAnswers = (tables: Tables, event: EventId, user: UserId): void => {
  if (!isGuest(tables, event, user)) tables.answers.delete(pairKey(event, user));
};

/** Whether a guest answered the question. */
const isAnswered = (tables: Tables, event: EventId, id: string): boolean =>
  tables.answers.rows().some(({ eventId, answers }) => eventId === event && Object.hasOwn(answers, id));

/** Writes what an event asks, beside the event; false when a question that has answers would get another kind. */
export const writeQuestions = (
  tables: Tables,
  { id: eventId, questions }: Pick<EventRecord, 'id' | 'questions'>,
  eventQuestions: readonly Question[],
): boolean => {
  const isReshaped = questions.some(
    ({ id, kind }) =>
      isAnswered(tables, eventId, id) && eventQuestions.some((one) => one.id === id && one.kind !== kind),
  );
  if (isReshaped) return false;
  for (const question of questions)
    if (!eventQuestions.some(({ id }) => id === question.id))
      tables.removedQuestions.set(question.id, { eventId, question });
  forgetQuestions(tables, eventId);
  return true;
};

/** Forgets what an event asks no more without answers, and the oldest of the others beyond the limit. */
const forgetQuestions = (tables: Tables, event: EventId): void => {
  const removedQuestions = tables.removedQuestions.rows().filter(({ eventId }) => eventId === event);
  const others = removedQuestions
    .map(({ question: { id } }) => id)
    .filter((id) => isAnswered(tables, event, id))
    .sort()
    .slice(-questionLimits.kept);
  const outdatedIds = new Set<string>(
    removedQuestions.map(({ question: { id } }) => id).filter((id) => !others.includes(id)),
  );
  for (const id of outdatedIds) tables.removedQuestions.delete(id);
  for (const row of tables.answers.rows()) {
    if (row.eventId !== event) continue;
    const answers = Object.entries(row.answers).filter(([id]) => !outdatedIds.has(id));
    tables.answers.set(pairKey(event, row.userId), { ...row, answers: Object.fromEntries(answers) });
  }
};

const sameForm = (questions: readonly Question[]): string =>
  JSON.stringify(questions.map(({ id, kind }) => [id, kind]));

export const memoryQuestionStore = (tables: Tables): QuestionStore => ({
  ofEvent: async (event) => {
    const eventQuestions = tables.events.get(event)?.questions ?? [];
    const removedQuestions = tables.removedQuestions
      .rows()
      .filter(({ eventId, question }) => eventId === event && isAnswered(tables, event, question.id));
    return [
      ...eventQuestions.map((question) => ({ ...question, isRemoved: false })),
      ...removedQuestions.map(({ question }) => ({ ...question, isRemoved: true })),
    ];
  },
  answer: async (event, user, questions, answers) => {
    if (!isGuest(tables, event, user)) return 'not_going';
    if (sameForm(questions) !== sameForm(tables.events.get(event)?.questions ?? [])) return 'outdated';
    const key = pairKey(event, user);
    const ids = new Set<string>(questions.map(({ id }) => id));
    const others = Object.entries(tables.answers.get(key)?.answers ?? {}).filter(([id]) => !ids.has(id));
    tables.answers.set(key, {
      eventId: event,
      userId: user,
      answers: { ...Object.fromEntries(others), ...answers },
    });
    return 'answered';
  },
  answersOf: async (event, users) =>
    new Map(
      users.flatMap((user): (readonly [UserId, Answers])[] => {
        const row = tables.answers.get(pairKey(event, user));
        return row ? [[user, row.answers]] : [];
      }),
    ),
});
