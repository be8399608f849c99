/** What the forms of web pages led to, so that a repeated form is recognised by every replica. */
export interface FormReceipts {
  /** Keeps an outcome under a key until that instant; a key that has one keeps the first. */
  keep(key: string, outcome: string, until: Date): Promise<void>;
  /** The outcome kept under a key; null without one, and from its `until` on. */
  find(key: string, at: Date): Promise<string | null>;
}
