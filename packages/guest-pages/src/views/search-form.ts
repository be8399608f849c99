import type { Texts } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

/** Searches what is on. @param more what else the form sends and offers */
export const searchForm = (
  { basePath }: Pick<Site, 'basePath'>,
  { home }: Texts,
  { words = '', fields = html``, more = html`` }: { words?: string; fields?: Html; more?: Html } = {},
): Html => html`<form class="search" role="search" method="get" action="${basePath}/">${fields}
<div class="grow"><label for="q">${home.searchLabel}</label>
<input id="q" name="q" type="search" maxlength="200" placeholder="${home.searchHint}" value="${words}"></div>
<button>${home.search}</button>
${more}</form>`;
