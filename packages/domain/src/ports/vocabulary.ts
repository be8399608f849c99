/** The folded words of events; words of deleted events may remain. */
export interface Vocabulary {
  /**
   * Words of which some one-letter deletion (or the word itself) is among `deletions`; by code point, at most
   * `limit`.
   */
  sharingDeletion(deletions: readonly string[], limit: number): Promise<readonly string[]>;
}
