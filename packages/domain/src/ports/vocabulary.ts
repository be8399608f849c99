/** The words of events, as folded by the domain; those of events that are gone may stay. */
export interface Vocabulary {
  /** Words of which some one-letter deletion (or the word itself) is among `deletions`; by code point, at most `limit`. */
  sharingDeletion(deletions: readonly string[], limit: number): Promise<readonly string[]>;
}
