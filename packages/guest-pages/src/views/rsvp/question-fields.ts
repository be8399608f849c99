import { type Question, questionLimits } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';

/** What a form holds for each question, as it arrived. */
export type TypedAnswers = Readonly<Record<string, readonly string[]>>;

export const questionField = (id: string): string => `q-${id}`;

/** Only a form that asked is held to what is required: others were served before. */
export const askedField = 'asked';

const mark = ({ isRequired }: Question, { questions }: Texts): Html =>
  isRequired ? html` <span class="hint">${questions.required}</span>` : html``;

const choice = (
  question: Question,
  values: readonly string[],
  texts: Texts,
  options: readonly (readonly [value: string, label: string])[],
): Html => {
  const isMany = question.kind === 'choices';
  const type = isMany ? 'checkbox' : 'radio';
  // Browsers cannot require one of several boxes: the service does.
  const requiredMark = question.isRequired && !isMany ? html` required` : '';
  return html`<fieldset class="choices"><legend><bdi>${question.label}</bdi>${mark(question, texts)}</legend>
${options.map(([value, label]) => html`<label><input type="${type}" name="${questionField(question.id)}" value="${value}"${requiredMark}${values.includes(value) ? html` checked` : ''}> <bdi>${label}</bdi></label>\n`)}</fieldset>
`;
};

const field = (question: Question, values: readonly string[], texts: Texts): Html => {
  const { id, kind, options, label, isRequired } = question;
  if (kind === 'choice' || kind === 'choices')
    return choice(
      question,
      values,
      texts,
      options.map((option) => [option, option] as const),
    );
  if (kind === 'yesNo')
    return choice(question, values, texts, [
      ['yes', texts.questions.yes],
      ['no', texts.questions.no],
    ]);
  const name = questionField(id);
  return html`<p class="field"><label for="${name}"><bdi>${label}</bdi>${mark(question, texts)}</label>
<textarea id="${name}" name="${name}" rows="2" maxlength="${questionLimits.answerLength}"${isRequired ? html` required` : ''}>${values[0] ?? ''}</textarea></p>
`;
};

/** The questions of an event in a form, the required ones marked; what was typed before stays. */
export const questionFields = (questions: readonly Question[], input: TypedAnswers, texts: Texts): Html =>
  questions.length === 0
    ? html``
    : html`${hiddenField(askedField, '1')}${questions.map((question) => field(question, input[question.id] ?? [], texts))}`;
