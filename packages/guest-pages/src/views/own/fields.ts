import { typedList, typedText } from '../../forms/typed.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { FormState, OwnView } from './form-state.ts';

/** A field of a form: all fields of all forms are made of these. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | Html | undefined;
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Of an `input`; `text` when absent. */
  readonly type?: string;
  /** More attributes. */
  readonly more?: Html;
  /** What stands below the field, such as what somebody else wrote meanwhile. */
  readonly below?: Html | undefined;
}

export const describedBy = ({ faults }: FormState, { name, hint }: Field): Html => {
  const isFaulty = Object.hasOwn(faults, name);
  const ids = [isFaulty ? `${name}-fault` : '', hint ? `${name}-hint` : ''].filter((id) => id !== '');
  return html`${isFaulty ? html` aria-invalid="true"` : ''}${ids.length === 0 ? '' : html` aria-describedby="${ids.join(' ')}"`}`;
};

/** What stands below a field. */
export const faultAndHint = ({ faults }: FormState, { name, hint, below: more }: Field): Html =>
  html`${hint ? html`\n<span class="hint" id="${name}-hint">${hint}</span>` : ''}${Object.hasOwn(faults, name) ? html`\n<span class="hint wrong" id="${name}-fault">${faults[name] ?? ''}</span>` : ''}${more ?? ''}`;

const attributes = (form: FormState, field: Field): Html =>
  html`id="${field.name}" name="${field.name}"${field.required ? html` required` : ''}${field.maxLength === undefined ? '' : html` maxlength="${field.maxLength}"`}${describedBy(form, field)}${field.more ? html` ${field.more}` : ''}`;

const labelled = (form: FormState, field: Field, control: Html): Html =>
  html`<p class="field"><label for="${field.name}">${field.label}</label>
${control}${faultAndHint(form, field)}</p>
`;

export const inputField = (form: FormState, field: Field): Html =>
  labelled(
    form,
    field,
    html`<input type="${field.type ?? 'text'}" value="${typedText(form.typed, field.name)}" ${attributes(form, field)}>`,
  );

export const areaField = (form: FormState, field: Field & { readonly rows: number }): Html =>
  labelled(
    form,
    field,
    html`<textarea rows="${field.rows}" ${attributes(form, field)}>
${typedList(form.typed, field.name)[0] ?? ''}</textarea>`,
  );

/** A value of a choice, and how it reads. */
export type Choice = readonly [value: string, label: string];

export const selectField = (
  form: FormState,
  field: Field & { readonly choices: readonly Choice[] },
): Html => {
  const selection = typedText(form.typed, field.name);
  return labelled(
    form,
    field,
    html`<select ${attributes(form, field)}>${field.choices.map(([value, label]) => html`<option value="${value}"${value === selection ? html` selected` : ''}>${label}</option>`)}</select>`,
  );
};

/** A box to tick. */
export const boxField = (form: FormState, field: Field & { readonly value?: string }): Html => {
  const value = field.value ?? '1';
  const id = field.value === undefined ? field.name : `${field.name}-${value}`;
  const isTicked = typedList(form.typed, field.name).includes(value);
  return html`<p class="field"><label class="check"><input type="checkbox" id="${id}" name="${field.name}" value="${value}"${isTicked ? html` checked` : ''}${field.value === undefined ? describedBy(form, field) : ''}> ${field.label}</label>${field.value === undefined ? faultAndHint(form, field) : ''}</p>
`;
};

/** Several choices, of which one or any number is right. */
export const choiceField = (
  form: FormState,
  field: Field & { readonly choices: readonly Choice[]; readonly isMany?: boolean },
): Html => {
  const { name, choices, isMany = false, required } = field;
  const selection = typedList(form.typed, name);
  return html`<fieldset class="choices" id="${name}"${describedBy(form, field)}><legend>${field.label}</legend>
${choices.map(([value, label]) => html`<label><input type="${isMany ? 'checkbox' : 'radio'}" name="${name}" value="${value}"${required && !isMany ? html` required` : ''}${selection.includes(value) ? html` checked` : ''}> ${label}</label>\n`)}${faultAndHint(form, field)}</fieldset>
`;
};

/** What every form of a page sends. */
export const proof = ({ token, once }: FormState): Html =>
  html`${hiddenField('form', token)}${hiddenField('once', once)}`;

/** What is wrong, at the top of a form: each fault leads to its field. */
export const faultSummary = ({ faults }: FormState, { texts }: Pick<OwnView, 'texts'>): Html => {
  const names = Object.keys(faults);
  if (names.length === 0) return html``;
  const [whole, ...others] = [faults[''], ...names.filter((name) => name !== '')];
  const list = others.map((name) => html`<li><a href="#${name}">${faults[name as string] ?? ''}</a></li>\n`);
  return html`<div class="fault" role="alert" id="fault"><p>${whole ?? texts.form.check}</p>
${
  list.length === 0
    ? ''
    : html`<ul>
${list}</ul>
`
}</div>
`;
};

/** A form with a button: for what needs no more than a press. */
export const buttonForm = (
  form: FormState,
  action: string,
  label: string,
  {
    fields = {},
    kind = 'second',
  }: { readonly fields?: Readonly<Record<string, string>>; readonly kind?: string } = {},
): Html => html`<form method="post" action="${action}">${proof(form)}${Object.entries(fields).map(([name, value]) => hiddenField(name, value))}<button${kind === '' ? '' : html` class="${kind}"`}>${label}</button></form>
`;
