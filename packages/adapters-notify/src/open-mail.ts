import {
  consoleEmailCodeMailer,
  consoleInvitationMailer,
  consoleNoticeMailer,
} from './email/console-invitation-mailer.ts';
import type { ClosableMailer, SmtpSettings } from './email/smtp-invitation-mailer.ts';

export interface MailSettings extends Omit<SmtpSettings, 'smtpUrl'> {
  /** `smtp://` or `smtps://`; without it invitations are printed, for development. */
  readonly smtpUrl?: string | undefined;
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
      emailCodeMailer: consoleEmailCodeMailer(settings, write),
      noticeMailer: consoleNoticeMailer(settings, write),
      close: async () => {},
    };
  const { smtpInvitationMailer } = await import('./email/smtp-invitation-mailer.ts');
  return smtpInvitationMailer({ ...settings, smtpUrl, from });
};
