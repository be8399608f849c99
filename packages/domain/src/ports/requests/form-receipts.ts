/** What the forms of web pages led to, so that a repeated form is recognised by every replica. */
export interface FormReceipts {
  /**
   * Claims a key for one answer until that instant. False while another claim of it lasts, and when it has an outcome.
   * Atomic: one of parallel claims gets it.
   */
  claim(key: string, at: Date, until: Date): Promise<boolean>;
  /** Ends the claim of an answer that failed. An outcome stays. */
  release(key: string): Promise<void>;
  /** Keeps an outcome under a key until that instant, and ends its claim; a key that has one keeps the first. */
  keep(key: string, outcome: string, until: Date): Promise<void>;
  /** The outcome kept under a key; null without one, and from its `until` on. */
  find(key: string, at: Date): Promise<string | null>;
}
