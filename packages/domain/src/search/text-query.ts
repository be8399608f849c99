import { wordsOf } from './fold.ts';
import type { SearchDocument } from './search-document.ts';
import { deletions, withinOneTypo } from './typos.ts';

/** A folded word to find; with `prefix` it matches the beginning of words. */
export interface Term {
  readonly word: string;
  readonly prefix: boolean;
}

/** All groups must match; a group matches when any of its terms does. No groups match nothing. */
export type TextQuery = readonly (readonly Term[])[];

/** The words that a typed one may stand for, as `Vocabulary` knows them. */
interface SimilarWords {
  sharingDeletion(deletions: readonly string[], limit: number): Promise<readonly string[]>;
}

/** Further words of a query are ignored, which bounds its cost. */
const groups = 20;
/** Shorter words are one typo away from too many others. */
const typoLength = 5;
const candidates = 200;
const alternatives = 20;

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

const withNearWords = async (group: readonly Term[], vocabulary: SimilarWords): Promise<readonly Term[]> => {
  const [typed] = group;
  if (!typed || [...typed.word].length < typoLength) return group;
  const near = (await vocabulary.sharingDeletion(deletions(typed.word), candidates))
    .filter((known) => known !== typed.word && withinOneTypo(known, typed.word))
    .slice(0, alternatives);
  return [...group, ...near.map((word) => ({ word, prefix: false }))];
};

/**
 * The query with known words one typo away beside each word of five letters or more; null when there are
 * none.
 */
export const forgiveTypos = async (query: TextQuery, vocabulary: SimilarWords): Promise<TextQuery | null> => {
  const widened: (readonly Term[])[] = [];
  // One after another: the most words of a query would take the connections of other callers.
  for (const group of query) widened.push(await withNearWords(group, vocabulary));
  return widened.flat().length > query.flat().length ? widened : null;
};

const groupMatches = (group: readonly Term[], words: readonly string[]): boolean =>
  group.some(({ word, prefix }) => words.some((known) => (prefix ? known.startsWith(word) : known === word)));

export const textMatches = (query: TextQuery, { title, other }: SearchDocument): boolean => {
  const words = [...title, ...other];
  return query.length > 0 && query.every((group) => groupMatches(group, words));
};

/** 2 when every group matches in the title, 1 when some group does, else 0. */
export const titleRank = (query: TextQuery, { title }: SearchDocument): 0 | 1 | 2 => {
  if (query.every((group) => groupMatches(group, title))) return 2;
  return query.some((group) => groupMatches(group, title)) ? 1 : 0;
};
