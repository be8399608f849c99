/** Letters (code points) of the known words in which a typo is forgiven: a longer one is no word that users type. */
export const typoLetters = { min: 4, max: 20 };

/** Whether a typed word may be this known word with a typo. */
export const forgivesTypos = (known: string): boolean => {
  const { length } = [...known];
  return length >= typoLetters.min && length <= typoLetters.max;
};

/** A word and its one-letter deletions: two words that are one typo apart share at least one (SymSpell). */
export const deletions = (word: string): readonly string[] => {
  const letters = [...word];
  const shorter = letters.map((_, index) => letters.toSpliced(index, 1).join(''));
  return [...new Set([word, ...shorter])];
};

/**
 * Whether two words are equal or differ by one letter added, removed, replaced or swapped with its neighbour.
 */
export const withinOneTypo = (one: string, other: string): boolean => {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOf = (letters: string[], from: number) => letters.slice(from).join('');
  if (short.length < long.length) return restOf(short, start) === restOf(long, start + 1);
  if (start === short.length) return true;
  if (restOf(short, start + 1) === restOf(long, start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    restOf(short, start + 2) === restOf(long, start + 2)
  );
};
