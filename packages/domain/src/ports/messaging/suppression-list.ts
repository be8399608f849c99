/** Mailboxes that want no mail, by their keys (see `MailboxKeys`). Nothing is ever taken off the list. */
export interface SuppressionList {
  /** Adding one twice changes nothing. */
  add(key: string, at: Date): Promise<void>;
  /** Which of these are on the list. */
  among(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
