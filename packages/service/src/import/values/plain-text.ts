import { createRequire } from 'node:module';
import type { compile } from 'html-to-text';

/** All elements of HTML, now and before, those of SVG and MathML that texts are pasted with, and those with a prefix. */
const tags =
  'a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink|blockquote|body|br|button|canvas|' +
  'caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|' +
  'figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|' +
  'main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noframes|noscript|object|ol|optgroup|option|output|p|param|path|' +
  'picture|pre|progress|q|rp|rt|ruby|s|samp|script|search|section|select|slot|small|source|span|strike|strong|style|sub|' +
  'summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|[a-z]+:[a-z]+';
const tag = `/?(?:${tags})(?:\\s[^<>]*)?/?>|!--|!doctype|\\?xml`;
const anyTag = new RegExp(`<(?:${tag})`, 'i');
const entity = /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;
/** `a < b` and names such as `<CODE/CRAFTS>`. */
const otherBracket = new RegExp(`<(?!${tag})`, 'gi');

type Converter = ReturnType<typeof compile>;

let converters: Readonly<Record<'markup' | 'entities', Converter>> | undefined;

/** Loads the library with the first text that needs it: a server that only loads demo data never does. */
const loadConverters = (): NonNullable<typeof converters> => {
  const library = createRequire(import.meta.url)('html-to-text') as { readonly compile: typeof compile };
  const heading = { options: { uppercase: false } };
  const compiled = (preserveNewlines: boolean) =>
    library.compile({
      wordwrap: false,
      preserveNewlines,
      // It walks elements by recursion.
      limits: { maxDepth: 200 },
      selectors: [
        { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
        ...['img', 'script', 'style', 'template', 'noscript'].map((selector) => ({
          selector,
          format: 'skip',
        })),
        ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
        ...['tr', 'caption', 'dt', 'dd'].map((selector) => ({
          selector,
          format: 'block',
          options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
        })),
        ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      ],
    });
  return { markup: compiled(false), entities: compiled(true) };
};

/** Line ends of HTML are spaces; those of a text with entities alone are line ends. */
const toText = (html: string): string => {
  converters ??= loadConverters();
  return converters[anyTag.test(html) ? 'markup' : 'entities'](html.replaceAll(otherBracket, '&lt;'));
};

/** Deeper escaping is left: each depth makes the text shorter, and the longest line could have thousands. */
const maxDepth = 8;

const withoutMarkup = (text: string): string => {
  let plain = text;
  for (let depth = 0; depth < maxDepth && (anyTag.test(plain) || entity.test(plain)); depth += 1) {
    const next = toText(plain);
    if (next === plain) break;
    plain = next;
  }
  return plain;
};

/** Line ends that were escaped once too often, or more. */
const writtenOut = /(?<!\\)\\+(?:r\\+n|[rn])/g;
/** What marks text in XML, such as that of a feed. */
const cdata = /<!\[CDATA\[|\]\]>/g;
/** Stands for them while markup is read, in which a line end is a space. No text has this character. */
const lineEnd = '\u2028';

/**
 * A text of schema.org, which often is HTML, escaped once or more, as lines of plain text. Each run of blanks is looked at from
 * its first one alone: a feed may have millions.
 */
export const plainLines = (text: string): string =>
  withoutMarkup(text.replaceAll(cdata, '').replaceAll(writtenOut, lineEnd))
    .replaceAll(/\r\n?|(?<![ \t])[ \t]*\u2028[ \t]*/g, '\n')
    .replaceAll(/(?<![ \t\u00a0])[ \t\u00a0]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The same in one line. */
export const plainLine = (text: string): string => plainLines(text).replaceAll(/\s+/g, ' ');
