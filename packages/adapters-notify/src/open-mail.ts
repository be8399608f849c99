import { consoleInvitationMailer, consoleNoticeMailer } from './email/console-invitation-mailer.ts';
import type { ClosableMailer } from './email/smtp-invitation-mailer.ts';
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
 * @throws Error for an SMTP URL or a sender of another form
 */
export const openMail = async ({
  smtpUrl,
  from,
  write,
  ...settings
}: MailSettings): Promise<ClosableMailer> => {
  if (smtpUrl === undefined)
    return {
      mailer: consoleInvitationMailer(settings, write),
      noticeMailer: consoleNoticeMailer(settings, write),
      close: async () => {},
    };
  const { smtpInvitationMailer } = await import('./email/smtp-invitation-mailer.ts');
  return smtpInvitationMailer({ ...settings, smtpUrl, from });
};
