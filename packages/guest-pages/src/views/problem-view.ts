import type { Language } from '@event-platform/domain';
import { textsOf } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import { page, type Site } from './layout.ts';
import { searchForm } from './search-form.ts';

/** What went wrong, in words: a key of the texts. */
export type GuestProblem = Exclude<keyof ReturnType<typeof textsOf>['problems'], 'retry'>;

/** How to repeat a refused request: a page to open again, or a form to send again with everything that was typed. */
export interface Retry {
  readonly action: string;
  /** Null for a page. */
  readonly fields: readonly (readonly [name: string, value: string])[] | null;
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
${retry.fields.map(([name, value]) => field(name, value, language))}<p class="actions"><button>${problems.retry}</button></p>
</form>`;
  return retry
    ? html`<p><a class="button" href="${retry.action}">${problems.retry}</a></p>`
    : html`<p><a class="button second" href="${site.basePath}/">${layout.home}</a></p>`;
};

/** What was at no address may be on all the same. */
const missing: ReadonlySet<GuestProblem> = new Set(['not_found', 'event_not_found']);

/** Leads to the same address with a query: the page names no event. */
const signInForm = ({ signIn }: ReturnType<typeof textsOf>): Html => html`<form class="panel" method="get">
<h2>${signIn.question}</h2>
<p class="quiet">${signIn.explanation}</p>
<p class="actions"><button name="sign-in" value="1">${signIn.send}</button></p>
</form>`;

/** What else the page of a problem says. */
export interface ProblemParts {
  readonly waitSeconds?: number;
  readonly retry?: Retry | null;
  /** Whether guests may see something at this address once they are known. */
  readonly offersSignIn?: boolean;
  /** The path of the page that was asked for: in other languages it says the same. */
  readonly path?: string | undefined;
}

/** A page that says what went wrong and what to do. It shows nothing of what it was about. */
export const problemView = (
  site: Site,
  language: Language,
  problem: GuestProblem,
  { waitSeconds = 0, retry = null, offersSignIn = false, path }: ProblemParts = {},
): string => {
  const texts = textsOf(language);
  const { title, text } = texts.problems[problem];
  return page(site, {
    language,
    title,
    ...(path === undefined ? {} : { path }),
    content: html`<div class="page">
<h1>${title}</h1>
<p>${typeof text === 'string' ? text : text(waitSeconds)}</p>
${offersSignIn ? signInForm(texts) : ''}${missing.has(problem) ? html`\n${searchForm(site, texts, { isSecond: offersSignIn })}` : ''}
${wayOn(site, language, retry)}
</div>`,
  });
};
