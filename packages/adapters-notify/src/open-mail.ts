import { consoleInvitationMailer } from './email/console-invitation-mailer.ts';
import { type ClosableMailer, smtpInvitationMailer } from './email/smtp-invitation-mailer.ts';
import type { InvitationEmailSettings } from './messages/invitation-email.ts';

export interface MailSettings extends InvitationEmailSettings {
  /** `smtp://` or `smtps://`; without it invitations are printed, for development. */
  readonly smtpUrl?: string | undefined;
  /** `name@example.com` or `Name <name@example.com>` */
  readonly from: string;
  /** Where invitations are printed when there is no `smtpUrl`. */
  readonly write: (text: string) => void;
}

/**
 * Opens the mailer of invitations to e-mail addresses. No connection is made before the first mail.
 *
 * @throws Error at once for an SMTP URL or a sender of another form
 */
export const openMail = ({ smtpUrl, from, write, ...settings }: MailSettings): ClosableMailer =>
  smtpUrl === undefined
    ? { mailer: consoleInvitationMailer(settings, write), close: async () => {} }
    : smtpInvitationMailer({ ...settings, smtpUrl, from });
