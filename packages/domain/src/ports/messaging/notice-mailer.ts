import type { MailOutcome } from '../../invitations/invitation.ts';
import type { Language } from '../../languages/language.ts';
import type { Notice } from '../../notices/notice.ts';
import type { NoticeToMail } from './notice-store.ts';

export interface NoticeMail extends Omit<NoticeToMail, 'locale'> {
  readonly language: Language;
  /** The secret of the link that stops all mail to this address. */
  readonly unsubscribeToken: string;
}

/** What happened to the events of a manager in a day. */
export interface DigestMail {
  /** The same for each try. */
  readonly id: string;
  readonly email: string;
  /** Of activity, the soonest event first. */
  readonly notices: readonly Notice[];
  readonly unsubscribeToken: string;
  readonly language: Language;
}

/** Sends mails about notices. */
export interface NoticeMailer {
  /** Rejects on a transient failure: the caller retries with the same mail. */
  sendDigest(mail: DigestMail): Promise<MailOutcome>;
  /** Rejects on a transient failure: the caller retries with the same mail. */
  sendNotice(mail: NoticeMail): Promise<MailOutcome>;
}
