import { html } from './html.ts';

/** A text on one line, cut at a space to at most that many characters. */
export const excerpt = (text: string, longest: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  // A character is two units of UTF-16 at most.
  const characters = [...line.slice(0, 2 * longest + 2)];
  if (characters.length <= longest) return line;
  const cut = characters.slice(0, longest - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
};

const bytesOf = (text: string): number => Buffer.byteLength(html`${text}`.markup);

/** The beginning of a text that takes at most that many bytes of a page, cut at a space. */
export const cutToBytes = (text: string, most: number): string => {
  if (bytesOf(text) <= most) return text;
  let bytes = Buffer.byteLength('…');
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > most) break;
    end += character.length;
  }
  const cut = text.slice(0, end);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return end === 0 ? '' : `${(space > end / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
};
