import { type Question, questionLimits } from '@event-platform/domain';
import { askedField, questionField, type TypedAnswers } from '../../forms/question-fields.ts';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';

/** How a question is shown. */
interface Asked {
  readonly texts: Texts;
  readonly isUnusable: boolean;
}

const mark = ({ isRequired }: Question, { texts: { questions }, isUnusable }: Asked): Html =>
  isUnusable
    ? html` <span class="hint fault">${questions.unusable}</span>`
    : isRequired
      ? html` <span class="hint">${questions.required}</span>`
      : html``;

const choice = (
  question: Question,
  values: readonly string[],
  asked: Asked,
  options: readonly (readonly [value: string, label: string])[],
): Html => {
  const isMany = question.kind === 'choices';
  const type = isMany ? 'checkbox' : 'radio';
  // Browsers cannot require one of several boxes: the service does.
  const requiredMark = question.isRequired && !isMany ? html` required` : '';
  return html`<fieldset class="choices"><legend><bdi>${question.label}</bdi>${mark(question, asked)}</legend>
${options.map(([value, label]) => html`<label><input type="${type}" name="${questionField(question.id)}" value="${value}"${requiredMark}${values.includes(value) ? html` checked` : ''}> <bdi>${label}</bdi></label>\n`)}</fieldset>
`;
};

const field = (question: Question, values: readonly string[], asked: Asked): Html => {
  const { texts, isUnusable } = asked;
  const { id, kind, options, label, isRequired } = question;
  if (kind === 'choice' || kind === 'choices')
    return choice(
      question,
      values,
      asked,
      options.map((option) => [option, option] as const),
    );
  if (kind === 'yesNo')
    return choice(question, values, asked, [
      ['yes', texts.questions.yes],
      ['no', texts.questions.no],
    ]);
  const name = questionField(id);
  return html`<p class="field"><label for="${name}"><bdi>${label}</bdi>${mark(question, asked)}</label>
<textarea id="${name}" name="${name}" rows="2" maxlength="${questionLimits.answerLength}"${isRequired ? html` required` : ''}${isUnusable ? html` aria-invalid="true"` : ''}>${values[0] ?? ''}</textarea></p>
`;
};

/** The questions of an event in a form, the required and the unusable ones marked; what was typed before stays. */
export const questionFields = (
  { questions, unusable }: { readonly questions: readonly Question[]; readonly unusable: readonly string[] },
  input: TypedAnswers,
  texts: Texts,
): Html => {
  const ask = (question: Question) =>
    field(question, input[question.id] ?? [], { texts, isUnusable: unusable.includes(question.id) });
  return questions.length === 0 ? html`` : html`${hiddenField(askedField, '1')}${questions.map(ask)}`;
};
