import type { TagCount } from '../../events/tag.ts';

/**
 * The folded words of listed events (public ones that are not cancelled) in which typos are forgiven, those of
 * `typoLetters` letters. A word goes with the last listed event that holds it.
 */
export interface Vocabulary {
  /** Of each of these words the ones that are one typo away from it (`isOneTypoAway`), by code point, at most `limit`. */
  similarWords(words: readonly string[], limit: number): Promise<readonly (readonly string[])[]>;
  /** The tags of listed events that end after an instant: the most used first, then by slug, at most `limit`. */
  tagCounts(endsAfter: Date, limit: number): Promise<readonly TagCount[]>;
}
