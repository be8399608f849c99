import type { Dependencies } from '../dependencies.ts';
import type { MailOutcome } from '../invitations/invitation.ts';
import { languageFor } from '../languages/language.ts';
import { mailboxOf } from '../mails/email-address.ts';
import type { EmailCodeJob } from '../outbox/job.ts';

/** Sends the mail with a code, at least once; null when it proves nothing any more. Rejects when it should be retried. */
export const deliverEmailCode =
  ({
    stores,
    clock,
    codes,
    mailboxKeys,
    emailCodeMailer,
  }: Pick<Dependencies, 'stores' | 'clock' | 'codes' | 'mailboxKeys' | 'emailCodeMailer'>) =>
  async ({ proofId, sending }: EmailCodeJob): Promise<MailOutcome | null> => {
    const proof = await stores.accountEmails.open({ id: proofId }, clock.now());
    if (!proof) return null;
    const { email, token } = proof;
    const [key = ''] = await mailboxKeys.keysOf([mailboxOf(email)]);
    return emailCodeMailer.sendEmailCode({
      ...{ proofId, sending, email, token, unsubscribeToken: await mailboxKeys.tokenOf(key) },
      code: codes.emailCode(proof, email),
      language: languageFor((await stores.users.find(proof.userId))?.locale),
    });
  };
