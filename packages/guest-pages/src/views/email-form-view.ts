import { type Language, limits } from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { type Html, hiddenField, html } from './html.ts';
import { page, type Site } from './layout.ts';

export interface EmailForm {
  readonly step: 'address' | 'code';
  /** The path of the page that the guest comes from; forms go to addresses below it. */
  readonly address: string;
  readonly token: string;
  /** Empty where the cookie says who the guest is. */
  readonly receipt: string;
  readonly email: string;
  /** For how long the code works. */
  readonly minutes: number;
  readonly fault: keyof Texts['email']['faults'] | null;
}

/** Asks for an e-mail address: below an answer, and among the settings. */
export const emailForm = (
  { address, token, receipt, email, fault }: Omit<EmailForm, 'step' | 'minutes'>,
  { email: texts }: Texts,
): Html => html`<form method="post" action="${address}/email">
${hiddenField('form', token)}${receipt ? hiddenField('receipt', receipt) : ''}${fault ? html`<p class="fault" id="email-fault" role="alert">${texts.faults[fault]}</p>\n` : ''}<p class="field"><label for="email">${texts.label}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" required value="${email}"${fault ? html` aria-invalid="true" aria-describedby="email-fault"` : ''}></p>
<p class="actions"><button class="second">${texts.send}</button></p>
</form>
`;

/** The address of an account, if it has one, which can be removed, and the form for another. */
export const emailPart = (
  email: string | null,
  form: Pick<EmailForm, 'address' | 'token' | 'receipt'>,
  texts: Texts,
): Html =>
  html`${
    email === null
      ? html`<p class="quiet">${texts.email.none}</p>\n`
      : html`<p>${texts.email.mailsTo(email)}</p>
<form method="post" action="${form.address}/remove-email">${hiddenField('form', form.token)}${form.receipt ? hiddenField('receipt', form.receipt) : ''}<button class="plain">${texts.email.remove}</button></form>\n`
  }${emailForm({ ...form, email: '', fault: null }, texts)}`;

const codeForm = (
  { address, token, receipt, email, minutes, fault }: EmailForm,
  { email: texts, form }: Texts,
): Html => html`<form class="panel" method="post" action="${address}/email-code">
${hiddenField('form', token)}${receipt ? hiddenField('receipt', receipt) : ''}${hiddenField('email', email)}<p>${texts.codeSent(email, minutes)}</p>
${fault ? html`<p class="fault" id="fault" role="alert">${texts.faults[fault]}</p>\n` : ''}<p class="field"><label for="code">${texts.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="${limits.emailCodeLength * 2}" required aria-describedby="${fault ? 'fault ' : ''}code-hint"${fault ? html` aria-invalid="true"` : ''}>
<span class="hint" id="code-hint">${form.codeHint(limits.emailCodeLength)}</span></p>
<p class="actions"><button>${texts.check}</button></p>
</form>
`;

/** The page that takes the code of a mail, or the address again where it was none. */
export const emailFormView = (site: Site, language: Language, form: EmailForm): string => {
  const texts = textsOf(language);
  const title = form.step === 'code' ? texts.form.codeHeading : texts.email.offer;
  return page(site, {
    language,
    title,
    content: html`<div class="page">
<h1>${title}</h1>
${form.step === 'code' ? codeForm(form, texts) : html`<div class="panel">${emailForm(form, texts)}</div>\n`}<p class="small"><a href="${form.address}">${texts.email.back}</a></p>
</div>`,
  });
};
