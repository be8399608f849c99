import { type Html, html } from './html.ts';

const address = /https?:\/\/[^\s<>"“”„»«…]+/g;
/** What ends a sentence rather than an address. */
const sentenceEnds = new Set(".,;:!?)]}'’");

/** Without a regular expression, which would look for the end from each of many marks. */
const withoutSentenceEnd = (text: string): string => {
  let end = text.length;
  while (sentenceEnds.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** An address that a browser opens as it reads; null for others, and for what looks like another one. */
const hrefOf = (text: string): string | null => {
  const url = URL.parse(text);
  return url?.host && url.username === '' && url.password === '' ? url.href : null;
};

/** A text whose addresses are links that search engines do not count and that learn nothing of the page. */
export const linkedText = (text: string): Html => {
  const parts: Html[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutSentenceEnd(found);
    const href = hrefOf(url);
    if (href === null) continue;
    parts.push(
      html`${text.slice(from, index)}<a href="${href}" rel="nofollow ugc noopener noreferrer">${url}</a>`,
    );
    from = index + url.length;
  }
  return html`${parts}${text.slice(from)}`;
};
