/**
 * Hashes under a secret that no database holds, for one use: the same text gives the same hash, but nobody
 * without the secret can test a text against it.
 */
export interface KeyedHashes {
  /**
   * The hash to store and, while the secret is being rotated, the hashes that may have been stored before.
   * Each is 22 characters of base64url (128 bits).
   */
  of(text: string): readonly [string, ...string[]];
}
