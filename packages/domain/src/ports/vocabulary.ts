/**
 * The folded words of listed events (public ones that are not cancelled) in which typos are forgiven, those of
 * `typoLetters` letters. A word goes with the last listed event that holds it.
 */
export interface Vocabulary {
  /**
   * Words of which some one-letter deletion (or the word itself) is among `deletions`; by code point, at most
   * `limit`.
   */
  sharingDeletion(deletions: readonly string[], limit: number): Promise<readonly string[]>;
}
