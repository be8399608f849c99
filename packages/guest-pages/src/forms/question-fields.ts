import { type Answers, type AnswerValue, answersFaults, type Question } from '@event-platform/domain';

/** What a form holds for each question, as it arrived. */
export type TypedAnswers = Readonly<Record<string, readonly string[]>>;

export const questionField = (id: string): string => `q-${id}`;

/** Only a form that asked is held to what is required: others were served before. */
export const askedField = 'asked';

/** The fields of these questions in a parsed form; null for a form that did not ask them. */
export const typedAnswers = (body: unknown, questions: readonly Question[]): TypedAnswers | null => {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  if (questions.length === 0 || !Object.hasOwn(fields, askedField)) return null;
  return Object.fromEntries(
    questions.flatMap(({ id }) => {
      const name = questionField(id);
      const value = Object.hasOwn(fields, name) ? fields[name] : [];
      const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
      // Browsers send line breaks as CR LF.
      return texts.length === 0 ? [] : [[id, texts.map((one) => one.replaceAll('\r\n', '\n'))] as const];
    }),
  );
};

const answerTo = ({ kind }: Question, inputs: readonly string[]): AnswerValue | undefined => {
  const [first = ''] = inputs;
  if (kind === 'choices') return inputs.length === 0 ? undefined : inputs;
  if (first.trim() === '') return undefined;
  return kind === 'yesNo' ? first === 'yes' : first;
};

/** Answers as a form holds them. */
export const typedOf = (answers: Answers): TypedAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => {
      if (typeof value === 'boolean') return [id, [value ? 'yes' : 'no']];
      return [id, typeof value === 'string' ? [value] : value];
    }),
  );

/** The answers of a form, or the ids of the questions whose answers are missing or wrong. */
export const answersOf = (
  questions: readonly Question[],
  input: TypedAnswers,
): { readonly answers: Answers | null; readonly unusable: readonly string[] } => {
  const answers = Object.fromEntries(
    questions.flatMap((question) => {
      const value = answerTo(question, input[question.id] ?? []);
      return value === undefined ? [] : [[question.id, value] as const];
    }),
  );
  const unusable = answersFaults(questions, answers).map(({ path }) => path.slice('/answers/'.length));
  return { answers: unusable.length === 0 ? answers : null, unusable };
};
