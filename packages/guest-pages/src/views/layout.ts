import type { Language, OperatorContact } from '@event-platform/domain';
import type { Links } from '@event-platform/http';
import { type Texts, textsOf } from '../texts/index.ts';
import { type Html, hiddenField, html } from './html.ts';
import { keepLanguage } from './keep-language.ts';

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
  /** The address of a file of a picture of the service. */
  readonly picture: Links['picture'];
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  /** How prices are paid, in the operator's words; null for what is usual. */
  readonly priceNote: string | null;
  /** Whether the builder has apps that open the same links. */
  readonly hasApps: boolean;
  /** Whether people may make events here. */
  readonly hasOrganiserPages: boolean;
  /** The path of the stylesheet; another style has another path. */
  readonly styleUrl: string;
}

/** Where the page of a guest's own events is. */
export const myEventsPath = '/my/events';

/** Where guests sign in. */
export const signInPath = '/sign-in';

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

const languages: readonly Language[] = ['en', 'de'];

/** A path in a language; its page keeps it. */
const inLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/** Links to the same page in the other languages. */
const languageLinks = (path: string, language: Language): readonly Html[] =>
  languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        html` <a href="${inLanguage(path, other)}" lang="${other}" hreflang="${other}">${textsOf(other).layout.language}</a>`,
    );

/** The same page in each language, for search engines. @see https://developers.google.com/search/docs/specialty/international/localized-versions */
const alternates = ({ publicUrl }: Site, path: string): readonly Html[] => {
  const url = (ofLanguage: string) => new URL(ofLanguage, publicUrl).href;
  return [
    ...languages.map(
      (language) =>
        html`<link rel="alternate" hreflang="${language}" href="${url(inLanguage(path, language))}">\n`,
    ),
    html`<link rel="alternate" hreflang="x-default" href="${url(path)}">\n`,
  ];
};

/** Whom a page is shown to. */
export interface ShownGuest {
  readonly name: string;
  /** Of the form that signs out. */
  readonly token: string;
  /** The path, without the prefix of the service, that signing out leads back to. */
  readonly back: string;
}

const signInLink = /<a class="sign-in"[^>]*>[^<]*<\/a>/;

/**
 * Puts who is signed in, and a way out, in the place of a page's link to sign in; null where it is not known who looks. Pages
 * are made without: those of visitors without a cookie are all the same. @param choice the language that the address names
 */
export const showGuest = (
  markup: string,
  { basePath }: Pick<Site, 'basePath'>,
  language: Language,
  guest: ShownGuest | null,
  choice: Language | null,
): string => {
  const form =
    guest &&
    html`<form method="post" action="${basePath}/sign-out">${hiddenField('form', guest.token)}${hiddenField('back', guest.back)}<a href="${basePath}/my/account"><bdi>${guest.name}</bdi></a> <button class="plain">${textsOf(language).layout.signOut}</button></form>`;
  return markup.replace(signInLink, () => keepLanguage(form?.markup ?? '', choice, basePath));
};

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
<link rel="apple-touch-icon" href="${basePath}/assets/touch-icon.png">
<link rel="manifest" href="${basePath}/manifest.webmanifest">
<link rel="stylesheet" href="${site.styleUrl}">
${isListed && path !== undefined ? alternates(site, path) : ''}${head}${scriptUrl ? html`<script src="${scriptUrl}" defer></script>\n` : ''}</head>
<body>
<header class="bar"><a class="brand" href="${basePath}/">${logo(site)}</a><nav class="who" aria-label="${layout.account}"><a href="${basePath}${myEventsPath}">${texts.myEvents.title}</a> <a class="sign-in" href="${basePath}${signInPath}${path === undefined ? '' : `?back=${encodeURIComponent(path.slice(basePath.length))}`}">${texts.signIn.send}</a>${path === undefined ? '' : languageLinks(path, language)}</nav></header>
<main>
${content}
</main>
<footer class="bar"><a href="${basePath}/">${layout.home}</a> <a href="${basePath}/about">${layout.about}</a>${contactLinks(site, texts)}</footer>
</body>
</html>
`.markup;
};
