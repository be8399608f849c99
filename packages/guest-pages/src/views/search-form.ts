import type { Texts } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

interface SearchForm {
  readonly words?: string;
  /** What else it sends, and offers. */
  readonly fields?: Html;
  readonly more?: Html;
  /** Whether the page is for something else first. */
  readonly isSecond?: boolean;
}

/** Searches what is on. */
export const searchForm = (
  { basePath }: Pick<Site, 'basePath'>,
  { home }: Texts,
  { words = '', fields = html``, more = html``, isSecond = false }: SearchForm = {},
): Html => html`<form class="search" role="search" method="get" action="${basePath}/">${fields}
<div class="grow"><label for="q">${home.searchLabel}</label>
<input id="q" name="q" type="search" maxlength="200" placeholder="${home.searchHint}" value="${words}"></div>
<button${isSecond ? html` class="second"` : ''}>${home.search}</button>
${more}</form>`;
