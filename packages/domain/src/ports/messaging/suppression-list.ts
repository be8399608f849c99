/** Mailboxes that want no mail, by their keys (see `MailboxKeys`). */
export interface SuppressionList {
  /** Adding one twice changes nothing. */
  add(key: string, at: Date): Promise<void>;
  /** Takes one off the list: its owner, who has proved the address, wants mail again. */
  remove(key: string): Promise<void>;
  /** Which of these are on the list. */
  among(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
