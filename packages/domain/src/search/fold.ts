import { asciiDigits } from '../ascii-digits.ts';

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
 * Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs of Arabic, and the tatweel, which widens it. Marks that
 * make another letter (kana voicing, Indic vowels) stay.
 */
const accents =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u0591-\u05bd\u05bf-\u05c7]|[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/gu;

/** Invisible characters: joiners, selectors, soft hyphens, marks of direction. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Letters among them, such as the apostrophe of Ukrainian and the okina of Hawaiian, are typed as any other one. */
const apostrophes =
  /[\u2018-\u201b\u2032\u2035\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u0559\u055a\u05f3\u07f4\u07f5\ua78b\ua78c\u0060]/gu;

const dashes = /[\p{Pd}\u2043\u2212]/gu;

/** Some pictographs are compatibility forms of letters, which they do not stand for here. */
const others = /\P{Extended_Pictographic}+/gu;

/**
 * Folds a text for comparison, in any script: removes case, accents, compatibility forms (UAX #15, NFKD) and invisible characters;
 * apostrophes, dashes and digits have one form each. Folding twice is folding once.
 */
export const fold = (text: string): string =>
  text.replace(others, (part) =>
    asciiDigits(part.normalize('NFKD').toLowerCase().normalize('NFKD'))
      .replace(invisible, '')
      .replace(accents, '')
      .replace(wholeLetter, (letter) => wholeLetters[letter] as string)
      .replace(apostrophes, "'")
      .replace(dashes, '-'),
  );

/** Longer words are cut: index entries stay small. Counted in code points. */
const wordLength = 40;

/** Pictographs and flags touch no word, and none another one. */
const word =
  /(?:(?!\p{Extended_Pictographic})[\p{L}\p{N}\p{M}])+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;

/** The folded words of a text, in order, with repetitions. */
export const wordsOf = (text: string): readonly string[] =>
  (fold(text).match(word) ?? []).map((match) =>
    match.length <= wordLength ? match : [...match].slice(0, wordLength).join(''),
  );
