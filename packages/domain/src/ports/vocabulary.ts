/** The words of all events ever written, as folded by the domain. */
export interface Vocabulary {
  /** Words of which some one-letter deletion (or the word itself) is among `deletions`; at most `limit`. */
  sharingDeletion(deletions: readonly string[], limit: number): Promise<readonly string[]>;
}
