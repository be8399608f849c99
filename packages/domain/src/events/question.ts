import type { Id } from '../ids.ts';
import type { FieldFault } from '../problem.ts';
import { textFaults } from '../text.ts';

export type QuestionId = Id<'question'>;

export const questionKinds = ['text', 'choice', 'choices', 'yesNo'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What an event asks its guests; `options` are of `choice` and `choices` alone. */
export interface Question {
  readonly id: QuestionId;
  readonly label: string;
  readonly kind: QuestionKind;
  readonly options: readonly string[];
  readonly isRequired: boolean;
}

/** A question, and whether the event asks it no more: then answers to it are kept. */
export interface AskedQuestion extends Question {
  readonly isRemoved: boolean;
}

/** A question as its organizer writes it; one without an id is new, unless it is asked already in the same words. */
export type QuestionDraft = Omit<Question, 'id'> & { readonly id: string | null };

/** A text, an option, several options, or yes and no. */
export type AnswerValue = string | readonly string[] | boolean;
export type Answers = Readonly<Record<string, AnswerValue>>;

export const questionLimits = {
  questions: 10,
  /** Of those that an event asks no more, with the answers to them; the oldest are forgotten. */
  kept: 100,
  labelLength: 200,
  answerLength: 500,
  options: { min: 2, max: 20, length: 100 },
} as const;

const { questions: most, labelLength, answerLength, options: optionLimits } = questionLimits;

const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';

const optionsFaults = (path: string, { kind, options }: QuestionDraft): readonly FieldFault[] => {
  if (!hasOptions(kind))
    return options.length === 0 ? [] : [{ path, message: 'are for the kinds choice and choices alone' }];
  const { min, max, length } = optionLimits;
  if (options.length < min || options.length > max || new Set(options).size < options.length)
    return [{ path, message: `must be ${min} to ${max} different texts` }];
  return options.flatMap((option, index) => textFaults(`${path}/${index}`, option, { maxLength: length }));
};

/** The faults of an event's questions. */
export const questionsFaults = (questions: readonly QuestionDraft[]): readonly FieldFault[] => {
  if (questions.length > most) return [{ path: '/questions', message: `must be at most ${most}` }];
  const ids = questions.flatMap(({ id }) => (id === null ? [] : [id]));
  return [
    ...(new Set(ids).size < ids.length ? [{ path: '/questions', message: 'must have different ids' }] : []),
    ...questions.flatMap((question, index) => {
      const path = `/questions/${index}`;
      return [
        ...textFaults(`${path}/label`, question.label, { maxLength: labelLength }),
        ...(questionKinds.includes(question.kind)
          ? []
          : [{ path: `${path}/kind`, message: `must be one of ${questionKinds.join(', ')}` }]),
        ...optionsFaults(`${path}/options`, question),
      ];
    }),
  ];
};

/** The faults of ids that are of no question of the event. */
export const unknownQuestions = (
  before: readonly Question[],
  questions: readonly QuestionDraft[],
): readonly FieldFault[] =>
  questions.flatMap(({ id }, index) =>
    id === null || before.some((one) => one.id === id)
      ? []
      : [{ path: `/questions/${index}/id`, message: 'must be the id of a question of the event' }],
  );

/** The questions of a valid draft: each keeps its id, or that of the one in the same words, and new ones get one. */
export const questionsOf = (
  nextId: () => string,
  before: readonly Question[],
  questions: readonly QuestionDraft[],
): readonly Question[] => {
  const namedIds = new Set(questions.map(({ id }) => id));
  const ids = new Set<string>();
  return questions.map(({ id, label, kind, options, isRequired }) => {
    const same = before.find(
      (one) => one.label === label.trim() && one.kind === kind && !namedIds.has(one.id) && !ids.has(one.id),
    );
    const questionId = (id ?? same?.id ?? nextId()) as QuestionId;
    ids.add(questionId);
    return { id: questionId, label: label.trim(), kind, options: [...options], isRequired };
  });
};

const isBlank = (value: AnswerValue | undefined): boolean =>
  value === undefined ||
  (typeof value !== 'boolean' && (typeof value === 'string' ? value.trim() : value).length === 0);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** What is wrong with a value of each kind; null for nothing. Blank texts and lists are no answer. */
const valueFault: Readonly<
  Record<QuestionKind, (value: unknown, options: readonly string[]) => string | null>
> = {
  text: (value) => {
    if (typeof value !== 'string') return 'must be a text';
    const rule = { maxLength: answerLength, mayBeBlank: true, isMultiLine: true };
    return textFaults('', value, rule)[0]?.message ?? null;
  },
  choice: (value, options) =>
    typeof value === 'string' && (value === '' || options.includes(value))
      ? null
      : 'must be one of the options',
  choices: (value, options) =>
    isTextList(value) && new Set(value).size === value.length && value.every((one) => options.includes(one))
      ? null
      : 'must be different ones of the options',
  yesNo: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
};

/** The faults of a guest's answers, which must answer all that is required. */
export const answersFaults = (
  questions: readonly Question[],
  answers: Readonly<Record<string, unknown>>,
): readonly FieldFault[] => [
  ...Object.keys(answers)
    .filter((id) => !questions.some((question) => question.id === id))
    .map((id) => ({
      path: `/answers/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: 'must be the id of a question of the event',
    })),
  ...questions.flatMap(({ id, kind, options, isRequired }) => {
    const value = Object.hasOwn(answers, id) ? answers[id] : undefined;
    const fault = value === undefined ? null : valueFault[kind](value, options);
    if (fault !== null) return [{ path: `/answers/${id}`, message: fault }];
    return isRequired && isBlank(value as AnswerValue | undefined)
      ? [{ path: `/answers/${id}`, message: 'must be answered' }]
      : [];
  }),
];

/** Valid answers without those that are blank texts: they are none. */
export const withoutBlanks = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => !isBlank(value)));

/** How many required questions are not answered. */
export const missingAnswers = (questions: readonly Question[], answers: Answers): number =>
  questions.filter(({ id, isRequired }) => isRequired && isBlank(answers[id])).length;
