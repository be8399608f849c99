/**
 * Hashes under a secret that no database holds, for one use: the same text gives the same hash, and testing
 * a text against a hash takes the secret.
 */
export interface KeyedHashes {
  /**
   * The hash to store and, while the secret is being rotated, the hashes that may have been stored before.
   * Each is 22 characters of base64url (128 bits).
   */
  of(text: string): readonly [string, ...string[]];
}
