import { type Html, html } from '../html.ts';
import { page } from '../layout.ts';
import type { OwnView } from './form-state.ts';

export interface OwnPageParts {
  readonly title: string;
  readonly content: Html;
  /** The way back, a path without the prefix of the service, and where it leads. */
  readonly back?: readonly [path: string, label: string] | undefined;
  readonly scriptUrl?: string | undefined;
  /** Wider than a form. */
  readonly isWide?: boolean;
}

/** A page of somebody who is signed in. */
export const ownPage = (
  view: OwnView,
  { title, content, back, scriptUrl, isWide = false }: OwnPageParts,
): string => {
  const { site, language, texts, done, here } = view;
  return page(site, {
    language,
    title,
    path: here,
    scriptUrl,
    content: html`<div class="${isWide ? 'wide' : 'page'}">
${back ? html`<p class="small"><a href="${site.basePath}${back[0]}">← ${back[1]}</a></p>\n` : ''}<h1 dir="auto">${title}</h1>
${done ? html`<p class="good" role="status">${texts.done[done]}</p>\n` : ''}${content}
</div>`,
  });
};
