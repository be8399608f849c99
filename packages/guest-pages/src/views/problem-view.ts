import type { Language } from '@event-platform/domain';
import { textsOf } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import { page, type Site } from './layout.ts';

/** What went wrong, in words: a key of the texts. */
export type GuestProblem = Exclude<keyof ReturnType<typeof textsOf>['problems'], 'retry'>;

/** How to repeat a refused request: a page to open again, or a form to send again with everything that was typed. */
export interface Retry {
  readonly action: string;
  /** Null for a page. */
  readonly fields: Readonly<Record<string, string>> | null;
}

const field = (name: string, value: string, language: Language): Html => {
  const { form } = textsOf(language);
  if (name !== 'phone' && name !== 'code') return html`<input type="hidden" name="${name}" value="${value}">`;
  const kind =
    name === 'phone'
      ? html`type="tel" autocomplete="tel"`
      : html`class="code" inputmode="numeric" autocomplete="one-time-code"`;
  return html`<p class="field"><label for="${name}">${form[name]}</label>
<input id="${name}" name="${name}" ${kind} required value="${value}"></p>`;
};

const wayOn = (site: Site, language: Language, retry: Retry | null): Html => {
  const { layout, problems } = textsOf(language);
  if (retry?.fields)
    return html`<form class="panel" method="post" action="${retry.action}">
${Object.entries(retry.fields).map(([name, value]) => field(name, value, language))}<p class="actions"><button>${problems.retry}</button></p>
</form>`;
  return retry
    ? html`<p><a class="button" href="${retry.action}">${problems.retry}</a></p>`
    : html`<p><a class="button second" href="${site.basePath}/">${layout.home}</a></p>`;
};

/** A page that says what went wrong and what to do. It shows nothing of what it was about. */
export const problemView = (
  site: Site,
  language: Language,
  problem: GuestProblem,
  { waitSeconds = 0, retry = null }: { readonly waitSeconds?: number; readonly retry?: Retry | null } = {},
): string => {
  const { title, text } = textsOf(language).problems[problem];
  return page(site, {
    language,
    title,
    content: html`<div class="page">
<h1>${title}</h1>
<p>${typeof text === 'string' ? text : text(waitSeconds)}</p>
${wayOn(site, language, retry)}
</div>`,
  });
};
