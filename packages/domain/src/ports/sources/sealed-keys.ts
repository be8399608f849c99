/** Keys that all processes of a service share, sealed by the service: who keeps them cannot open them. */
export interface SealedKeys {
  find(name: string): Promise<string | null>;
  /**
   * Stores `sealed` if `former` is still what is stored (null: nothing); returns what is stored then. Of parallel
   * calls with the same `former` one stores, and all return the same.
   */
  replace(name: string, former: string | null, sealedKey: string): Promise<string>;
}
