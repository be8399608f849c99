/** Characters before the cut that tell where a grapheme ends; longer ones are cut. */
const lookBack = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `length` characters (code points) of a text, fewer where the last ones would be a part of a grapheme. */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const head = Array.from(text.slice(0, 2 * length + 2)).slice(0, length + 1);
  if (head.length <= length) return text;
  const from = Math.max(0, length - lookBack);
  const tail = head.slice(from).join('');
  const last = [...graphemes.segment(tail)].at(-1);
  // The last grapheme holds the character after the cut: it stays whole only if it began at the cut.
  const line = last && last.index > 0 ? tail.slice(0, last.index) : head.slice(from, length).join('');
  return head.slice(0, from).join('') + line;
};
