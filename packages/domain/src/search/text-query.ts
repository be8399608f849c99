import { limits } from '../limits.ts';
import { refuseInput } from '../problem.ts';
import { isLongerThan } from '../text.ts';
import { wordsOf } from './fold.ts';
import type { SearchDocument } from './search-document.ts';

/** A folded word to find; with `prefix` it matches the beginning of words. */
export interface Term {
  readonly word: string;
  readonly prefix: boolean;
}

/** The words that typed ones may stand for: see the port `Vocabulary`. */
interface SimilarWords {
  similarWords(words: readonly string[], limit: number): Promise<readonly (readonly string[])[]>;
}

/** All groups must match; a group matches when any of its terms does. No groups match nothing. */
export type TextQuery = readonly (readonly Term[])[];

/** Further words of a query are ignored, which bounds its cost. */
const groups = 20;
/** Shorter words are one typo away from too many others. */
const typoLength = 5;
/** Similar words that stand in for a misspelt one. */
const alternatives = 20;

/** Throws `invalid_request` for a text that is no search. */
export const requireQuery = (q: string | undefined): void => {
  if (q !== undefined && (q.length < 1 || isLongerThan(q, limits.queryLength)))
    throw refuseInput({ path: '/q', message: `must be 1 to ${limits.queryLength} characters` });
};

/** The query of a search text: each word once, the last one as a prefix. */
export const parseTextQuery = (text: string): TextQuery => {
  const words = wordsOf(text).slice(0, groups);
  const last = words.at(-1);
  const whole = [...new Set(words.slice(0, -1))];
  return [
    ...whole.map((word) => [{ word, prefix: false }]),
    ...(last ? [[{ word: last, prefix: true }]] : []),
  ];
};

/**
 * The query with words one typo away beside each word of five letters or more; null when there are none.
 */
export const expandTypos = async (query: TextQuery, vocabulary: SimilarWords): Promise<TextQuery | null> => {
  const typedWords = query.flatMap(([typed]) =>
    typed && [...typed.word].length >= typoLength ? [typed.word] : [],
  );
  if (typedWords.length === 0) return null;
  const similar = await vocabulary.similarWords(typedWords, alternatives);
  if (similar.flat().length === 0) return null;
  const similarTo = new Map(typedWords.map((word, index) => [word, similar[index]]));
  const standIns = ({ word }: Term): readonly Term[] =>
    (similarTo.get(word) ?? []).map((similarWord) => ({ word: similarWord, prefix: false }));
  return query.map((group) => [...group, ...group.slice(0, 1).flatMap(standIns)]);
};

const groupMatches = (group: readonly Term[], words: readonly string[]): boolean =>
  group.some(({ word, prefix }) => words.some((other) => (prefix ? other.startsWith(word) : other === word)));

export const textMatches = (query: TextQuery, { title, other }: SearchDocument): boolean => {
  const words = [...title, ...other];
  return query.length > 0 && query.every((group) => groupMatches(group, words));
};

/** 2 when every group matches in the title, 1 when some group does, else 0. */
export const titleRank = (query: TextQuery, { title }: SearchDocument): 0 | 1 | 2 => {
  if (query.every((group) => groupMatches(group, title))) return 2;
  return query.some((group) => groupMatches(group, title)) ? 1 : 0;
};
