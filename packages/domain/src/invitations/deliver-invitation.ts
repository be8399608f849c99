import type { Dependencies } from '../dependencies.ts';
import type { InvitationId } from '../ids.ts';
import { languageFor } from '../languages/language.ts';
import { mailboxOf } from '../mails/email-address.ts';
import type { MailOutcome } from './invitation.ts';

/** One sending of one invitation, as the outbox holds it. */
export interface DeliverInvitation {
  readonly invitationId: InvitationId;
  readonly sending: number;
}

/**
 * Sends the mail of an invitation and records its delivery; at least once per sending. Returns how it ended: `unsubscribed`
 * when the address wants no mail, which is recorded as refused, and null when the mail must no longer be sent.
 * Rejects when it should be retried.
 */
export const deliverInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'mailer' | 'mailboxKeys'>) =>
  async ({ invitationId, sending }: DeliverInvitation): Promise<MailOutcome | 'unsubscribed' | null> => {
    const { stores, clock, mailer, mailboxKeys } = dependencies;
    const record = (outcome: MailOutcome) =>
      stores.invitations.recordDelivery(invitationId, sending, outcome);
    const stored = await stores.invitationCatalog.mailOf(invitationId, sending, clock.now());
    if (!stored) return null;
    const { locale, ...mail } = stored;
    const [key = ''] = await mailboxKeys.keysOf([mailboxOf(mail.email)]);
    if ((await stores.suppressions.among([key])).has(key)) {
      await record('refused');
      return 'unsubscribed';
    }
    const unsubscribeToken = await mailboxKeys.tokenOf(key);
    const outcome = await mailer.sendInvitation({
      ...mail,
      unsubscribeToken,
      language: languageFor(locale),
    });
    await record(outcome);
    return outcome;
  };
