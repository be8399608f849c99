import type { Language } from '@event-platform/domain';
import { textsOf } from '../texts/index.ts';
import { html } from './html.ts';
import { page, type Site } from './layout.ts';

/** Asks whether all mail is to be stopped; the form's address holds the token. */
export const unsubscribeView = (site: Site, language: Language, token: string): string => {
  const { question, explanation, stop } = textsOf(language).unsubscribe;
  const title = question(site.brand.name);
  return page(site, {
    language,
    title,
    content: html`<div class="page">
<h1>${title}</h1>
<p>${explanation}</p>
<form class="panel" method="post" action="${site.basePath}/u/${token}"><p class="actions"><button>${stop}</button></p></form>
<p class="small"><a href="${site.basePath}/notice-settings">${textsOf(language).noticeSettings.link}</a></p>
</div>`,
  });
};

/** Says that all mail was stopped. It does not show the address. */
export const unsubscribedView = (site: Site, language: Language): string => {
  const { stopped, stoppedText } = textsOf(language).unsubscribe;
  return page(site, {
    language,
    title: stopped,
    content: html`<div class="page">
<h1>${stopped}</h1>
<p>${stoppedText(site.brand.name)}</p>
</div>`,
  });
};
