import type { NoticeKind } from '../outbox/change.ts';
import { day } from '../time.ts';

/**
 * How much mail there is, each within {@link mailPolicy.window}. Twenty mails a day are what a person with a full calendar may
 * get and still read; two invitations of one organizer are one and a reminder. An account that began today costs an
 * attacker one SMS, and its 50 mails are fewer than a mail provider takes for spam; a party fits into them.
 */
export const mailPolicy = {
  /** Slides: every mail counts for this time. */
  window: day,
  /** Mails of all kinds to one mailbox. */
  toMailbox: 20,
  /** Invitations by mail to one mailbox, from all organizers. */
  invitationsToMailbox: 5,
  /** The same from one organizer. */
  invitationsFromOrganizer: 2,
  /** Announcements of one organizer to one mailbox. */
  announcementsFromOrganizer: 5,
  /** Mails that tell one person of an invitation to one event. */
  toldInvitations: 1,
  /** Mails of a new account (see `accountPolicy`), where the operator's cap is not lower. */
  fromNewAccount: 50,
  /**
   * Notices whose mails are those of the event's organizer, who causes them at will. Reminders and bookings are what their
   * guests asked for.
   */
  organizersNotices: [
    'event_changed',
    'event_cancelled',
    'event_postponed',
    'invitation_received',
    'guest_removed',
    'announcement',
  ] as readonly NoticeKind[],
  /** Domains whose provider ignores dots in the local part, each with the domain that all names of it stand for. */
  dotlessDomains: { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' } as Readonly<
    Record<string, string>
  >,
} as const;
