import { limits, type ProofChallenge, signInPolicy } from '@event-platform/domain';
import { scriptPath } from '../scripts/scripts.ts';
import type { Texts } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';
import type { Outcome } from './outcome.ts';

/** What is wrong with a form: a key of the texts. */
export type Fault = keyof Texts['faults'];

/** What a guest typed. */
export interface Typed {
  readonly phone: string;
  readonly code: string;
}

/** An answer that a guest can choose: where its button sends the form, and the button. */
export interface RsvpButton {
  readonly label: string;
  readonly action: string;
  /** Sent with the form, as `status`. */
  readonly status?: string;
}

/** The state of the form on a page. */
export interface RsvpForm {
  readonly step: 'phone' | 'proof' | 'code';
  /** Where the page is; the form sends to addresses below it. */
  readonly address: string;
  /** Proves that the form comes from this page. */
  readonly token: string;
  /** Of one code request: a repeated answer is known by it. */
  readonly once: string;
  readonly typed: Typed;
  readonly fault: Fault | null;
  /** At the step `proof`: what the browser has to solve first. */
  readonly challenge: ProofChallenge | null;
  /** The first is the main one. */
  readonly buttons: readonly RsvpButton[];
}

const faultText = ({ fault }: RsvpForm, texts: Texts): Html =>
  fault ? html`<p class="fault" id="fault" role="alert">${texts.faults[fault]}</p>` : html``;

const described = (fault: boolean, hint: string): Html =>
  fault ? html`aria-invalid="true" aria-describedby="fault ${hint}"` : html`aria-describedby="${hint}"`;

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const phoneStep = (form: RsvpForm, texts: Texts): Html => html`<h2>${texts.form.heading}</h2>
<p class="quiet">${texts.form.explanation}</p>
${faultText(form, texts)}<form method="post" action="${form.address}/code">
${hidden('form', form.token)}
<p class="field"><label for="phone">${texts.form.phone}</label>
<input id="phone" name="phone" type="tel" autocomplete="tel" required maxlength="${limits.phoneLength}" value="${form.typed.phone}" ${described(form.fault === 'phone', 'phone-hint')}>
<span class="hint" id="phone-hint">${texts.form.phoneHint}</span></p>
<p class="actions"><button>${texts.form.sendCode}</button></p>
</form>`;

/** Without JavaScript the button asks for another challenge, which a page with JavaScript then solves. */
const proofStep = (form: RsvpForm, { proof, form: texts }: Texts): Html => html`<h2>${proof.heading}</h2>
<p>${proof.text}</p>
<noscript><p class="fault">${proof.noScript}</p></noscript>
<p id="proof-status" role="status" hidden>${proof.working}</p>
<form id="proof-form" method="post" action="${form.address}/code" data-challenge="${JSON.stringify(form.challenge)}" data-failed="${proof.failed}">
${hidden('form', form.token)}${hidden('phone', form.typed.phone)}${hidden('proof', '')}
<p class="actions"><button>${texts.sendCode}</button></p>
</form>
<p class="small"><a href="${form.address}">${texts.otherPhone}</a></p>`;

const rsvpButton = ({ label, action, status }: RsvpButton, index: number): Html =>
  html`<button formaction="${action}"${status ? html` name="status" value="${status}"` : ''}${index === 0 ? '' : html` class="second"`}>${label}</button>\n`;

const codeStep = (form: RsvpForm, texts: Texts): Html => {
  const [main] = form.buttons;
  const isWrong = form.fault === 'code' || form.fault === 'wrongCode';
  return html`<h2>${texts.form.codeHeading}</h2>
<p role="status">${texts.form.codeSent(form.typed.phone, signInPolicy.challengeLifetime / 60_000)}</p>
${faultText(form, texts)}<form method="post" action="${main?.action ?? form.address}">
${hidden('form', form.token)}${hidden('once', form.once)}${hidden('phone', form.typed.phone)}
<p class="field"><label for="code">${texts.form.code}</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" required pattern="[0-9]{${limits.codeLength}}" maxlength="${limits.codeLength}" value="${form.typed.code}" ${described(isWrong, 'code-hint')} autofocus>
<span class="hint" id="code-hint">${texts.form.codeHint(limits.codeLength)}</span></p>
<p class="actions">${form.buttons.map(rsvpButton)}<button class="plain" formaction="${form.address}/code" formnovalidate>${texts.form.resend}</button></p>
</form>
<p class="small"><a href="${form.address}">${texts.form.otherPhone}</a></p>`;
};

const steps = { phone: phoneStep, proof: proofStep, code: codeStep };

/** The script that a page with this form runs, by path: then, and only then, one that solves the challenge. */
export const scriptOf = (
  { basePath }: Pick<Site, 'basePath'>,
  answer: Outcome | RsvpForm | null,
): string | undefined =>
  answer !== null && typeof answer !== 'string' && answer.step === 'proof'
    ? `${basePath}${scriptPath('proof')}`
    : undefined;

/** The form that asks for a phone number, then for the code that was sent to it. */
export const rsvpForm = (form: RsvpForm, texts: Texts): Html =>
  html`<section class="panel" id="answer">
${steps[form.step](form, texts)}
</section>`;
