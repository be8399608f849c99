import { createRequire } from 'node:module';
import type { compile } from 'html-to-text';

const tags =
  'a|abbr|address|article|aside|audio|b|big|blockquote|br|button|caption|center|cite|code|col|dd|del|details|div|dl|dt|' +
  'em|embed|figcaption|figure|font|footer|form|h[1-6]|header|hr|i|iframe|img|input|ins|kbd|li|main|mark|nav|object|ol|' +
  'p|pre|q|s|samp|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|' +
  'thead|time|tr|tt|u|ul|var|video|wbr';
const tag = `/?(?:${tags})(?:\\s[^<>]*)?/?>|!--`;
const markup = new RegExp(`<(?:${tag})|&(?:#\\d+|#x[\\da-f]+|[a-z]+\\d*);`, 'i');
/** `a < b` and names such as `<CODE/CRAFTS>`. */
const otherBracket = new RegExp(`<(?!${tag})`, 'gi');

type Converter = ReturnType<typeof compile>;

let converter: Converter | undefined;

/** Loads the library with the first text that needs it: a server that only loads demo data never does. */
const toText = (html: string): string => {
  if (!converter) {
    const library = createRequire(import.meta.url)('html-to-text') as { readonly compile: typeof compile };
    const heading = { options: { uppercase: false } };
    converter = library.compile({
      wordwrap: false,
      selectors: [
        { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
        { selector: 'img', format: 'skip' },
        { selector: 'table', options: { uppercaseHeaderCells: false } },
        ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      ],
    });
  }
  return converter(html.replaceAll(otherBracket, '&lt;'));
};

/** A text of schema.org, which often is HTML, as lines of plain text. */
export const plainLines = (text: string): string =>
  (markup.test(text) ? toText(text) : text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t\u00a0]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The same in one line. */
export const plainLine = (text: string): string => plainLines(text).replaceAll(/\s+/g, ' ');
