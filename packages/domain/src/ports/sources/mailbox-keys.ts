/**
 * Names mailboxes without telling which ones they are, by keyed hashes: the database alone does not reveal an
 * address. Keys of a mailbox stay the same when secrets are rotated.
 */
export interface MailboxKeys {
  /** The key of each mailbox (see `mailboxOf`), in their order. */
  keysOf(mailboxes: readonly string[]): Promise<readonly string[]>;
  /** The secret of the link that stops all mail to the mailbox of that key; base64url, the same on each call. */
  tokenOf(key: string): Promise<string>;
  /** The key in a token; null for a text that is no token of this service. */
  keyIn(token: string): Promise<string | null>;
}
