import { languages, limits, localTime, type OwnSession, type PublicUser } from '@event-platform/domain';
import { textsOf } from '../../texts/index.ts';
import { emailPart } from '../email-form-view.ts';
import { html } from '../html.ts';
import {
  areaField,
  buttonForm,
  type Choice,
  faultSummary,
  inputField,
  proof,
  selectField,
} from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { pictureField, takesFile } from '../own/picture-field.ts';

export interface AccountData {
  readonly sessions: readonly OwnSession[];
  readonly blocked: readonly PublicUser[];
}

/** The languages of the service, and one of somebody's own that an app chose. */
const localeChoices = ({ language, viewer: { locale }, texts }: OwnView): readonly Choice[] => {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const all = new Set<string>([...languages, ...(locale ? [locale] : [])]);
  return [['', texts.account.anyLanguage], ...[...all].map((one): Choice => [one, names.of(one) ?? one])];
};

/** The profile, and what belongs to the account. */
export const accountView = (view: OwnView, { sessions, blocked }: AccountData, form: FormState): string => {
  const { texts, words, address, site, language, viewer } = view;
  const { account } = texts;
  const session = ({ id, device, lastUsedAt, isCurrent }: OwnSession) =>
    html`<li><span><b>${device || account.unnamed}</b>${isCurrent ? html` <span class="quiet">(${account.current})</span>` : ''}<br><span class="quiet small">${account.used(localTime(lastUsedAt, 'UTC', language, 'short'))}</span></span>${isCurrent ? '' : buttonForm(form, `${address}/end`, account.end, { fields: { session: id }, kind: 'plain' })}</li>\n`;
  const person = ({ id, name, username }: PublicUser) =>
    html`<li><span dir="auto">${name || username}</span>${buttonForm(form, `${address}/unblock`, account.unblock, { fields: { user: id }, kind: 'plain' })}</li>\n`;
  return ownPage(view, {
    title: account.title,
    back: ['/my/events', textsOf(language).myEvents.title],
    content: html`<form class="panel" method="post" action="${address}/save" ${takesFile}>
${proof(form)}${faultSummary(form, view)}<p class="quiet small">${account.phone(viewer.phone)}</p>
${inputField(form, { name: 'name', label: account.name, maxLength: limits.nameLength, more: html`autocomplete="name"` })}${inputField(form, { name: 'username', label: account.username, hint: account.usernameHint, required: true, maxLength: limits.usernameLength, more: html`autocomplete="username" autocapitalize="off" spellcheck="false"` })}${areaField(form, { name: 'bio', label: account.bio, rows: 3, maxLength: limits.bioLength })}${inputField(form, { name: 'city', label: account.city, maxLength: limits.cityLength })}${pictureField(view, form, { name: 'avatar', label: account.avatar })}${selectField(form, { name: 'locale', label: account.language, hint: account.languageHint, choices: localeChoices(view) })}<p class="actions"><button>${texts.form.save}</button></p>
</form>
<section class="panel"><h2>${account.email}</h2>
${emailPart(viewer.email, { address, token: form.token, receipt: '' }, words)}</section>
<section class="panel"><h2>${account.notices}</h2>
<p><a href="${site.basePath}/notice-settings">${textsOf(language).noticeSettings.link}</a></p></section>
<section class="panel"><h2>${account.blocked}</h2>
${blocked.length === 0 ? html`<p class="quiet">${account.nobody}</p>` : html`<ul class="brings">\n${blocked.map(person)}</ul>`}</section>
<section class="panel"><h2>${account.sessions}</h2>
<ul class="brings">
${sessions.map(session)}</ul>
${sessions.length > 1 ? buttonForm(form, `${address}/end-others`, account.endOthers) : ''}</section>
<section class="panel"><h2>${account.data}</h2>
<p class="small quiet">${account.exportText}</p>
${buttonForm(form, `${address}/export`, account.export)}<p class="small"><a href="${address}/delete">${account.delete}</a></p></section>
`,
  });
};

/** Asks once more before an account is erased. */
export const deleteAccountView = (view: OwnView, _data: null, form: FormState): string => {
  const { texts, address, site } = view;
  const { account } = texts;
  return ownPage(view, {
    title: account.deleteQuestion,
    back: ['/my/account', account.title],
    content: html`<form class="panel" method="post" action="${address}/confirm">
${proof(form)}${faultSummary(form, view)}<p>${account.deleteText}</p>
<p class="actions"><button>${account.deleteYes}</button>
<a class="button second" href="${site.basePath}/my/account">${texts.form.cancel}</a></p>
</form>
`,
  });
};
