import { setTimeout as delay } from 'node:timers/promises';
import type { EmailCodeMailer, InvitationMailer, MailOutcome, NoticeMailer } from '@event-platform/domain';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { digestEmail } from '../messages/digest-email.ts';
import { emailCodeEmail } from '../messages/email-code-email.ts';
import { invitationEmail } from '../messages/invitation-email.ts';
import type { MailBrand } from '../messages/mail.ts';
import { type NoticeEmail, noticeEmail } from '../messages/notice-email.ts';
import { isRefusal, toMailUnavailable } from './mail-fault.ts';

export interface SmtpSettings extends MailBrand {
  /** `smtp://` or `smtps://`, with user and password in it where the server wants them. */
  readonly smtpUrl: string;
  /** `name@example.com` or `Name <name@example.com>` */
  readonly from: string;
  /** How long each step of the conversation may take; 20 s by default. */
  readonly stepMs?: number | undefined;
  /** How long a mail may take altogether, its wait for a free connection included; 60 s by default. */
  readonly sendMs?: number | undefined;
  /** How long closing waits for mails in progress, in milliseconds; 1,000 by default. They are sent again later. */
  readonly closeMs?: number | undefined;
}

/** A mailer that holds connections. */
export interface ClosableMailer {
  readonly mailer: InvitationMailer;
  readonly emailCodeMailer: EmailCodeMailer;
  readonly noticeMailer: NoticeMailer;
  /** Waits briefly for the mails in progress, then closes the connections. */
  close(): Promise<void>;
}

const requireSmtpUrl = (text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The value holds a password, so the error does not show it.
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
    throw new Error('The SMTP URL has to be smtp://host or smtps://host');
  }
};

const readSender = (text: string): { name: string; address: string } => {
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender?.address?.includes('@') || others.length > 0)
    throw new Error('The sender has to be one e-mail address');
  return { name: sender.name, address: sender.address };
};

/**
 * Sends invitations over SMTP, through a pool of at most five connections. Certificates are verified; over
 * `smtp://` STARTTLS is used where the server offers it (`?requireTLS=true` insists on it).
 *
 * `sendInvitation` resolves `refused` for a 5yz reply to the recipient or the content, and rejects with
 * MailUnavailable for anything that may pass. Each try of one sending has the same Message-ID.
 *
 * @throws Error at once for a URL or a sender of another form
 */
export const smtpInvitationMailer = (settings: SmtpSettings): ClosableMailer => {
  const { smtpUrl, from, stepMs = 20_000, sendMs = 60_000, closeMs = 1_000 } = settings;
  requireSmtpUrl(smtpUrl);
  const sender = readSender(from);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    // Once, because the server may have left an idle connection; the caller does the real retries.
    maxRequeues: 1,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const underWay = new Set<Promise<MailOutcome>>();

  const send = async (mail: NoticeEmail, email: string): Promise<MailOutcome> => {
    try {
      await transport.sendMail({
        ...mail,
        from: sender,
        // An object is one recipient, whatever the address looks like; a string would be taken for a list.
        to: { name: '', address: email },
        signal: AbortSignal.timeout(sendMs),
      });
      return 'sent';
    } catch (error) {
      if (isRefusal(error)) return 'refused';
      throw toMailUnavailable(error);
    }
  };

  const track = async (sending: Promise<MailOutcome>): Promise<MailOutcome> => {
    underWay.add(sending);
    try {
      return await sending;
    } finally {
      underWay.delete(sending);
    }
  };

  return {
    mailer: { sendInvitation: (mail) => track(send(invitationEmail(mail, settings), mail.email)) },
    emailCodeMailer: { sendEmailCode: (mail) => track(send(emailCodeEmail(mail, settings), mail.email)) },
    noticeMailer: {
      sendDigest: (mail) => track(send(digestEmail(mail, settings), mail.email)),
      sendNotice: (mail) =>
        track(send(noticeEmail(mail, { ...settings, senderAddress: sender.address }), mail.email)),
    },
    async close() {
      await Promise.race([Promise.allSettled(underWay), delay(closeMs, undefined, { ref: false })]);
      transport.close();
    },
  };
};
