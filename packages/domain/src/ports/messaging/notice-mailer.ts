import type { MailOutcome } from '../../invitations/invitation.ts';
import type { NoticeToMail } from './notice-store.ts';

export interface NoticeMail extends NoticeToMail {
  /** The secret of the link that stops all mail to this address. */
  readonly unsubscribeToken: string;
}

/** Sends a mail about a notice. */
export interface NoticeMailer {
  /** Rejects on a transient failure: the caller retries with the same mail. */
  sendNotice(mail: NoticeMail): Promise<MailOutcome>;
}
