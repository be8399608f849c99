import type { Language } from '@event-platform/domain';
import type { Typed } from '../../forms/typed.ts';
import { ownTextsOf } from '../../texts/own/index.ts';
import { hiddenField, html } from '../html.ts';
import { page, type Site } from '../layout.ts';

/** What somebody whose session is over sees after a form: all that was typed waits for them to sign in beside it. */
export const signedOutView = (site: Site, language: Language, action: string, typed: Typed): string => {
  const { signedOut } = ownTextsOf(language);
  return page(site, {
    language,
    title: signedOut.title,
    content: html`<div class="page">
<h1>${signedOut.title}</h1>
<p>${signedOut.text}</p>
<form class="panel" method="post" action="${site.basePath}${action}">
${Object.entries(typed).flatMap(([name, values]) => values.map((value) => hiddenField(name, value)))}<p class="actions"><a class="button" href="${site.basePath}/sign-in" target="_blank" rel="noopener">${signedOut.signIn}</a>
<button class="second">${signedOut.again}</button></p>
</form>
</div>`,
  });
};
