import {
  type EmailCodeMailer,
  type InvitationMailer,
  type MailOutcome,
  type NoticeMailer,
  oneLine,
} from '@event-platform/domain';
import { digestEmail } from '../messages/digest-email.ts';
import { emailCodeEmail } from '../messages/email-code-email.ts';
import { invitationEmail } from '../messages/invitation-email.ts';
import type { Mail, MailBrand } from '../messages/mail.ts';
import { noticeEmail } from '../messages/notice-email.ts';

type Write = (text: string) => void;

const printMail = (email: string, { subject, text }: Mail, write: Write): MailOutcome => {
  write(`Mail to ${oneLine(email, 320)}\nSubject: ${subject}\n\n${text}\n`);
  return 'sent';
};

/**
 * Prints each invitation instead of sending it. For development only: the text holds the link that accepts.
 *
 * @param write receives a text that ends in a line feed, for instance `process.stdout.write`
 */
export const consoleInvitationMailer = (settings: MailBrand, write: Write): InvitationMailer => ({
  sendInvitation: async (mail) => printMail(mail.email, invitationEmail(mail, settings), write),
});

/** Prints each mail with a code instead of sending it, as {@link consoleInvitationMailer} does. */
export const consoleEmailCodeMailer = (settings: MailBrand, write: Write): EmailCodeMailer => ({
  sendEmailCode: async (mail) => printMail(mail.email, emailCodeEmail(mail, settings), write),
});

/** Prints each notice instead of sending it, as {@link consoleInvitationMailer} does. */
export const consoleNoticeMailer = (settings: MailBrand, write: Write): NoticeMailer => ({
  sendDigest: async (mail) => printMail(mail.email, digestEmail(mail, settings), write),
  sendNotice: async (mail) =>
    printMail(mail.email, noticeEmail(mail, { ...settings, senderAddress: 'events@localhost' }), write),
});
