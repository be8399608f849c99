/** Letters that canonical decomposition does not split, with the letters that users type for them. */
const wholeLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

const wholeLetter = new RegExp(`[${Object.keys(wholeLetters).join('')}]`, 'gu');

/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs of Arabic. Marks that make another
 * letter (kana voicing, Indic vowels) stay.
 */
const accents =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u0591-\u05bd\u05bf-\u05c7]|[\u064b-\u065f\u0670]/gu;

/**
 * Folds a text for comparison: removes case, accents and compatibility forms (UAX #15, NFKD), in any script.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(wholeLetter, (letter) => wholeLetters[letter] ?? letter);

/** Longer words are cut: index entries stay small. Counted in code points. */
const wordLength = 40;

const word = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu;

/** The folded words of a text, in order, with repetitions. */
export const wordsOf = (text: string): readonly string[] =>
  (fold(text).match(word) ?? []).map((match) =>
    match.length <= wordLength ? match : [...match].slice(0, wordLength).join(''),
  );
