import type { Language, OperatorContact } from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { type Html, html } from './html.ts';

/** What a builder changes on the pages: how the platform is called, and how it looks. */
export interface Brand {
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** An https URL; null shows the name alone. */
  readonly logoUrl: string | null;
}

/** Settings of every page. */
export interface Site {
  readonly brand: Brand;
  readonly contact: OperatorContact;
  /** Where clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The path prefix of all the service's URLs. */
  readonly basePath: string;
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  /** Whether the builder has apps that open the same links. */
  readonly hasApps: boolean;
  /** The path of the stylesheet; another style has another path. */
  readonly styleUrl: string;
}

/** Where the page of a guest's own events is. */
export const myEventsPath = '/my-events';

export interface PageParts {
  readonly title: string;
  readonly content: Html;
  readonly language?: Language;
  /** Elements of the head that only this page has. */
  readonly head?: Html;
  /** Whether search engines may list it. */
  readonly isListed?: boolean;
  /** The path of the page, with its query: in other languages it is there, too. Absent where a form led to the page. */
  readonly path?: string;
  /** A script of this service that the page runs, by path. */
  readonly scriptUrl?: string | undefined;
}

const logo = ({ brand }: Site): Html =>
  brand.logoUrl
    ? html`<img src="${brand.logoUrl}" alt="" height="32" referrerpolicy="no-referrer"> <span>${brand.name}</span>`
    : html`<b class="mark" aria-hidden="true">${[...brand.name][0] ?? ''}</b> <span>${brand.name}</span>`;

/** Ways to the operator, each where there is one. */
const contactLinks = ({ contact }: Site, { layout }: Texts): readonly Html[] =>
  (
    [
      [contact.email === null ? null : `mailto:${contact.email}`, layout.contact],
      [contact.imprintUrl, layout.imprint],
      [contact.privacyUrl, layout.privacy],
      [contact.termsUrl, layout.terms],
    ] as const
  ).map(([url, label]) => (url === null ? html`` : html` <a href="${url}">${label}</a>`));

/** Links to the same page in the other languages. */
const languageLinks = (path: string, language: Language): readonly Html[] =>
  (['en', 'de'] as const)
    .filter((other) => other !== language)
    .map(
      (other) =>
        html` <a href="${path}${path.includes('?') ? '&' : '?'}lang=${other}" lang="${other}" hreflang="${other}">${textsOf(other).layout.language}</a>`,
    );

/** A whole page with the look of the service. */
export const page = (site: Site, parts: PageParts): string => {
  const { title, content, language = 'en', head = html``, isListed = false, path, scriptUrl } = parts;
  const { brand, basePath } = site;
  const texts = textsOf(language);
  const { layout } = texts;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? '' : html`<meta name="robots" content="noindex, nofollow">\n`}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${brand.color}">
<title>${title === brand.name ? title : `${title} – ${brand.name}`}</title>
<link rel="icon" href="${basePath}/favicon.ico" sizes="32x32">
<link rel="stylesheet" href="${site.styleUrl}">
${head}${scriptUrl ? html`<script src="${scriptUrl}" defer></script>\n` : ''}</head>
<body>
<header class="bar"><a class="brand" href="${basePath}/">${logo(site)}</a><a href="${basePath}${myEventsPath}">${texts.myEvents.title}</a></header>
<main>
${content}
</main>
<footer class="bar"><a href="${basePath}/">${layout.home}</a> <a href="${basePath}/about">${layout.about}</a>${contactLinks(site, texts)}${path === undefined ? '' : languageLinks(path, language)}</footer>
</body>
</html>
`.markup;
};
