import type { Language } from '@event-platform/domain';
import { textsOf } from '../texts/index.ts';
import { html } from './html.ts';
import { page, type Site } from './layout.ts';

/** Asks whether an address is to be that of the account that asked; the form's address holds the token. */
export const emailLinkView = (site: Site, language: Language, token: string, email: string): string => {
  const { question, explanation, confirm } = textsOf(language).email;
  const title = question(email);
  return page(site, {
    language,
    title,
    content: html`<div class="page">
<h1>${title}</h1>
<p>${explanation(site.brand.name)}</p>
<form class="panel" method="post" action="${site.basePath}/email/${token}"><p class="actions"><button>${confirm}</button></p></form>
</div>`,
  });
};

/** Says that the address is proven. @param back where the guest comes from */
export const emailProvenView = (site: Site, language: Language, email: string, back?: string): string => {
  const { email: texts, noticeSettings } = textsOf(language);
  return page(site, {
    language,
    title: texts.proven,
    content: html`<div class="page">
<h1>${texts.proven}</h1>
<p>${texts.provenText(email)}</p>
${back === undefined ? '' : html`<p class="actions"><a class="button second" href="${back}">${texts.back}</a></p>\n`}<p class="small"><a href="${site.basePath}/notice-settings">${noticeSettings.link}</a></p>
</div>`,
  });
};
