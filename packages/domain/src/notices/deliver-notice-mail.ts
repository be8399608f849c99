import type { Dependencies } from '../dependencies.ts';
import type { MailOutcome } from '../invitations/invitation.ts';
import { languageFor } from '../languages/language.ts';
import { mailboxOf } from '../mails/email-address.ts';
import type { NoticeMailJob } from '../outbox/job.ts';

/**
 * Sends the mail of a notice, at least once; null when it must no longer be sent. Rejects when it should be retried.
 */
export const deliverNoticeMail =
  ({ stores, noticeMailer, mailboxKeys }: Pick<Dependencies, 'stores' | 'noticeMailer' | 'mailboxKeys'>) =>
  async ({ noticeId, invitationId }: NoticeMailJob): Promise<MailOutcome | 'unsubscribed' | null> => {
    const stored = await stores.notices.mailOf(noticeId, invitationId);
    if (!stored) return null;
    const { locale, ...mail } = stored;
    const [key = ''] = await mailboxKeys.keysOf([mailboxOf(mail.email)]);
    if ((await stores.suppressions.among([key])).has(key)) return 'unsubscribed';
    const unsubscribeToken = await mailboxKeys.tokenOf(key);
    return noticeMailer.sendNotice({ ...mail, unsubscribeToken, language: languageFor(locale) });
  };
