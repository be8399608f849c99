import type { Language } from '@event-platform/domain';

const target = /\b(href|action|formaction)="([^"]*)"/g;
const canonical = /(<link rel="canonical" href=")([^"]*)"/;
const getForm = /<form\b[^>]*\bmethod="get"[^>]*>/g;
/** Files, which are in no language. */
const file = /\.(?:ics|ico|css|js|webmanifest)(?:\?|$)|\/assets\//;

/**
 * Lets the links and forms of a page keep the language that its address chose: no cookie is needed for it. Texts of
 * people cannot look like attributes: their quotes are escaped.
 */
export const keepLanguage = (markup: string, language: Language | null, basePath: string): string =>
  language === null
    ? markup
    : markup
        .replaceAll(target, (whole, name: string, url: string) =>
          !url.startsWith(`${basePath}/`) || file.test(url) || /[?;]lang=/.test(url)
            ? whole
            : `${name}="${url}${url.includes('?') ? '&amp;' : '?'}lang=${language}"`,
        )
        // To search engines each language is a page of its own.
        .replace(canonical, (_, start: string, url: string) => `${start}${url}?lang=${language}"`)
        .replaceAll(getForm, (form) => `${form}<input type="hidden" name="lang" value="${language}">`);
