/** The letters (code points) of words in which a typo is forgiven: a longer word is not typed. */
export const typoLetters = { min: 4, max: 20 };

/** Whether a typo is forgiven in a word of an event. */
export const forgivesTypos = (word: string): boolean => {
  const { length } = [...word];
  return length >= typoLetters.min && length <= typoLetters.max;
};

/** Whether two words differ by one letter added, removed, replaced or swapped with its neighbour. */
export const isOneTypoAway = (one: string, other: string): boolean => {
  if (one === other) return false;
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOf = (letters: string[], from: number) => letters.slice(from).join('');
  if (short.length < long.length) return restOf(short, start) === restOf(long, start + 1);
  if (restOf(short, start + 1) === restOf(long, start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    restOf(short, start + 2) === restOf(long, start + 2)
  );
};
