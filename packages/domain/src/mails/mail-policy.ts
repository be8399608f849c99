/**
 * How much mail organizers can cause, in UTC days. Five mails a day are what a person with many friends may get and
 * still read; two from one organizer are an invitation and a reminder. An account that began today costs an
 * attacker one SMS, and its 50 mails are fewer than a mail provider takes for spam; a party fits into them.
 */
export const mailPolicy = {
  /** Mails to one mailbox, from all organizers. */
  toMailbox: 5,
  /** Mails to one mailbox from one organizer. */
  toMailboxFromOrganizer: 2,
  /** Mails of a new account (see `accountPolicy`), where the operator's cap is not lower. */
  fromNewAccount: 50,
  /** Domains whose provider ignores dots in the local part, each with the domain that all names of it stand for. */
  dotlessDomains: { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' } as Readonly<
    Record<string, string>
  >,
} as const;
