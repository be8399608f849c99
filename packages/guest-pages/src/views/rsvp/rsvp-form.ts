import { limits, signInPolicy } from '@event-platform/domain';
import type { AnswerChoice } from '../../forms/outcome.ts';
import { scriptPath } from '../../scripts/scripts.ts';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { Site } from '../layout.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './answer.ts';
import { questionFields } from './question-fields.ts';
import { reportText } from './report-text.ts';
import { seatsField } from './seats.ts';

const faultText = ({ fault }: RsvpForm, texts: Texts): Html =>
  fault ? html`<p class="fault" id="fault" role="alert">${texts.faults[fault]}</p>` : html``;

const describedBy = (fault: boolean, hint: string): Html =>
  fault ? html`aria-invalid="true" aria-describedby="fault ${hint}"` : html`aria-describedby="${hint}"`;

const radio = ({ answer, label }: AnswerChoice, selection: string): Html =>
  html`<label><input type="radio" name="answer" value="${answer}" required${answer === selection ? html` checked` : ''}> ${label}</label>\n`;

const choiceFields = ({ choices, input, purpose }: RsvpForm, { form, report }: Texts): Html =>
  choices.length === 0
    ? html``
    : html`<fieldset class="choices"><legend>${purpose === 'report' ? report.choice : form.choice}</legend>
${choices.map((choice) => radio(choice, input.answer))}</fieldset>
`;

const wordsOf = ({ purpose, closing }: RsvpForm, texts: Texts) =>
  texts[purpose === 'rsvp' ? (closing ?? 'form') : purpose];

const phoneFaults: ReadonlySet<RsvpForm['fault']> = new Set(['phone', 'phoneCountry', 'phoneWithoutSms']);

const phoneField = ({ input, fault, countryOptions }: RsvpForm, { form: texts }: Texts): Html =>
  html`<p class="field"><label for="country">${texts.country}</label>
<select id="country" name="country" autocomplete="country">${countryOptions(input.country)}</select></p>
<p class="field"><label for="phone">${texts.phone}</label>
<input id="phone" name="phone" type="tel" autocomplete="tel" required maxlength="${limits.phoneLength}" value="${input.phone}" ${describedBy(phoneFaults.has(fault), 'phone-hint')}>
<span class="hint" id="phone-hint">${texts.phoneHint}</span></p>
`;

const phoneStep = (form: RsvpForm, texts: Texts): Html => html`<h2>${wordsOf(form, texts).heading}</h2>
<p class="quiet">${wordsOf(form, texts).explanation}</p>
${faultText(form, texts)}<form method="post" action="${form.address}/code">
${hiddenField('form', form.token)}
${choiceFields(form, texts)}${seatsField(form, texts)}${form.purpose === 'report' ? reportText(form.input.text, texts) : ''}${form.input.back ? hiddenField('back', form.input.back) : ''}${phoneField(form, texts)}<p class="actions"><button>${texts.form.sendCode}</button></p>
</form>`;

/** What the form sends with the proof: a request for a code or, where one was typed, the answer. */
const provenFields = ({ input, address, action, once }: RsvpForm): { to: string; fields: Html } =>
  input.code === ''
    ? { to: `${address}/code`, fields: html`` }
    : {
        to: action,
        fields: html`${hiddenField('once', once)}${hiddenField('code', input.code)}${hiddenField('stay', input.stay ? '1' : '')}`,
      };

/** What was chosen with the answer, for the next step. */
const carriedFields = ({ input: { quantity, text, back } }: RsvpForm): Html =>
  html`${quantity ? hiddenField('quantity', quantity) : ''}${text ? hiddenField('text', text) : ''}${back ? hiddenField('back', back) : ''}`;

/** Without JavaScript the button asks for another challenge, which a page with JavaScript then solves. */
const proofStep = (form: RsvpForm, { proof, form: texts }: Texts): Html => {
  const { to, fields } = provenFields(form);
  return html`<h2>${proof.heading}</h2>
<p>${proof.text}</p>
<noscript><p class="fault">${proof.noScript}</p></noscript>
<p id="proof-status" role="status" hidden>${proof.working}</p>
<form id="proof-form" method="post" action="${to}" data-challenge="${JSON.stringify(form.challenge)}" data-failed="${proof.failed}">
${hiddenField('form', form.token)}${hiddenField('phone', form.input.phone)}${hiddenField('answer', form.input.answer)}${carriedFields(form)}${fields}${hiddenField('proof', '')}
<p class="actions"><button>${texts.sendCode}</button></p>
</form>
<p class="small"><a href="${form.address}">${texts.otherPhone}</a></p>`;
};

/** One button for the answer that was chosen before, one for each where none was. */
const answerButtons = (form: RsvpForm, texts: Texts): Html => {
  const { choices, purpose, input } = form;
  const { answer } = input;
  if (purpose !== 'rsvp')
    return html`${hiddenField('answer', answer)}<button>${texts[purpose].send}</button>\n`;
  const selection = choices.find((choice) => choice.answer === answer);
  if (selection) return html`${hiddenField('answer', answer)}<button>${selection.label}</button>\n`;
  return html`${choices.map(({ answer, label }, index) => html`<button name="answer" value="${answer}"${index === 0 ? '' : html` class="second"`}>${label}</button>\n`)}`;
};

/** Who does not come is not asked. */
const isComing = ({ purpose, input: { answer } }: RsvpForm): boolean =>
  purpose === 'rsvp' && answer !== 'declined' && answer !== 'none' && answer !== 'seriesEnd';

const codeStep = (form: RsvpForm, texts: Texts): Html => {
  const isWrong = form.fault === 'code' || form.fault === 'wrongCode';
  return html`<h2>${texts.form.codeHeading}</h2>
<p role="status">${texts.form.codeSent(form.input.phone, signInPolicy.challengeLifetime / 60_000)}</p>
${faultText(form, texts)}<form method="post" action="${form.action}">
${hiddenField('form', form.token)}${hiddenField('once', form.once)}${hiddenField('phone', form.input.phone)}${carriedFields(form)}
<p class="field"><label for="code">${texts.form.code}</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" required pattern="(?:[\\s\\-]*\\p{Nd}){${limits.codeLength}}[\\s\\-]*" maxlength="${limits.codeLength * 4}" value="${form.input.code}" ${describedBy(isWrong, 'code-hint')} autofocus>
<span class="hint" id="code-hint">${texts.form.codeHint(limits.codeLength)}</span></p>
${isComing(form) ? questionFields(form, form.input.answers, texts) : ''}<p class="field"><label class="check"><input type="checkbox" name="stay" value="1"${form.input.stay ? html` checked` : ''}> ${texts.form.stay}</label></p>
<p class="actions">${answerButtons(form, texts)}<button class="plain" formaction="${form.address}/code" formnovalidate>${texts.form.resend}</button></p>
</form>
<p class="small"><a href="${form.address}">${texts.form.otherPhone}</a></p>`;
};

const steps = { phone: phoneStep, proof: proofStep, code: codeStep };

/** The script that a page with this form runs, by path: then, and only then, one that solves the challenge. */
export const scriptOf = (
  { basePath }: Pick<Site, 'basePath'>,
  answer: AnswerState | RsvpForm | null,
): string | undefined =>
  answer !== null && !isAnswered(answer) && answer.step === 'proof'
    ? `${basePath}${scriptPath('proof')}`
    : undefined;

/** The form that asks for a phone number, then for the code that was sent to it. */
export const rsvpForm = (form: RsvpForm, texts: Texts): Html =>
  html`<section class="panel" id="answer">
${steps[form.step](form, texts)}
</section>`;
