import {
  type EmailCodeMailer,
  type InvitationMailer,
  type NoticeMailer,
  oneLine,
} from '@event-platform/domain';
import { digestEmail } from '../messages/digest-email.ts';
import { emailCodeEmail } from '../messages/email-code-email.ts';
import { type InvitationEmailSettings, invitationEmail } from '../messages/invitation-email.ts';
import { noticeEmail } from '../messages/notice-email.ts';

/**
 * Prints each invitation instead of sending it. For development only: the text holds the link that accepts.
 *
 * @param write receives a text that ends in a line feed, for instance `process.stdout.write`
 */
export const consoleInvitationMailer = (
  settings: InvitationEmailSettings,
  write: (text: string) => void,
): InvitationMailer => ({
  async sendInvitation(mail) {
    const { subject, text } = invitationEmail(mail, settings);
    write(`Mail to ${oneLine(mail.email, 320)}\nSubject: ${subject}\n\n${text}\n`);
    return 'sent';
  },
});

/** Prints each mail with a code instead of sending it, as {@link consoleInvitationMailer} does. */
export const consoleEmailCodeMailer = (
  settings: InvitationEmailSettings,
  write: (text: string) => void,
): EmailCodeMailer => ({
  async sendEmailCode(mail) {
    const { subject, text } = emailCodeEmail(mail, settings);
    write(`Mail to ${oneLine(mail.email, 320)}\nSubject: ${subject}\n\n${text}\n`);
    return 'sent';
  },
});

/** Prints each notice instead of sending it, as {@link consoleInvitationMailer} does. */
export const consoleNoticeMailer = (
  settings: InvitationEmailSettings,
  write: (text: string) => void,
): NoticeMailer => ({
  async sendDigest(mail) {
    const { subject, text } = digestEmail(mail, settings);
    write(`Mail to ${oneLine(mail.email, 320)}\nSubject: ${subject}\n\n${text}\n`);
    return 'sent';
  },
  async sendNotice(mail) {
    const { subject, text } = noticeEmail(mail, { ...settings, senderAddress: 'events@localhost' });
    write(`Mail to ${oneLine(mail.email, 320)}\nSubject: ${subject}\n\n${text}\n`);
    return 'sent';
  },
});
