import type { Answers } from '@event-platform/domain';
import { limits, questionKinds, questionLimits } from '@event-platform/domain';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { namedShape, nullable, oneOf, uuid, withDefault } from '../common/shapes.ts';

const kind = oneOf(questionKinds, {
  description: 'A text, one of the options, several of them, or yes and no.',
  examples: ['choice'],
});
const label = Type.String({
  minLength: 1,
  maxLength: questionLimits.labelLength,
  description: 'What is asked.',
  examples: ['What do you eat?'],
});
const isRequired = Type.Boolean({ description: 'Whether guests have to answer it.', examples: [true] });
const options = Type.Array(Type.String({ maxLength: questionLimits.options.length }), {
  maxItems: questionLimits.options.max,
  description: '2 to 20 different ones for `choice` and `choices`, none for the other kinds.',
  examples: [['Meat', 'Vegetables']],
});

/** Questions in the body of an event. */
export const QuestionsBody = Type.Array(
  Type.Object({
    id: Type.Optional(
      nullable(
        Type.String({
          maxLength: limits.userIdLength,
          description: 'Of a question that is asked already; given by the service.',
        }),
      ),
    ),
    label,
    kind,
    options: withDefault(options, []),
    isRequired: withDefault(isRequired, false),
  }),
  {
    maxItems: questionLimits.questions,
    description: 'What guests are asked. One that is left out is asked no more; its answers are kept.',
    examples: [
      [{ label: 'What do you eat?', kind: 'choice', options: ['Meat', 'Vegetables'], isRequired: true }],
    ],
  },
);

export const QuestionShape = namedShape(
  'Question',
  { id: uuid('Id of the question.'), label, kind, options, isRequired },
  'What guests of an event are asked.',
);

export const AnswersFields = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String())]),
  {
    description: 'By the ids of questions: a text, an option, several options, or true or false.',
    examples: [{ '019e830e-1a00-7000-8000-00000000000a': 'Vegetables' }],
  },
);

export const presentAnswers = (answers: Answers): Static<typeof AnswersFields> =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [
      id,
      typeof value === 'string' || typeof value === 'boolean' ? value : [...value],
    ]),
  );

/** Values of any type: what is wrong with them is told by the field. */
export const AnswersBody = Type.Object(
  {
    answers: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
      maxProperties: 100,
      description: 'By the ids of questions: a text, an option, several options, or true or false.',
      examples: [{}],
    }),
  },
  { title: 'AnswersRequest' },
);

export const AnswersShape = namedShape('Answers', { answers: AnswersFields }, 'What the caller answered.');
