import type { Dependencies } from '../dependencies.ts';
import { admitMails } from '../mails/admit-mails.ts';
import { emailFaults, normalEmail } from '../mails/email-address.ts';
import { emailProofPolicy } from '../mails/email-proof-policy.ts';
import { refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { after } from '../time.ts';
import { type EmailProof, triesOf } from './email-proof.ts';

export interface AskEmailProof extends Caller {
  readonly email: string;
}

/** What there is to prove, and until when. */
export type AskedEmailProof = Pick<EmailProof, 'email' | 'expiresAt'>;

/**
 * Mails a code and a link that make an address the caller's: again the same within their time, as often as the policy says. What it
 * returns tells nothing of who has the address, or asked for it. Throws `invalid_request`, `rate_limited` (changes of a profile,
 * mails of the account).
 */
export const askEmailProof =
  (
    dependencies: Pick<
      Dependencies,
      'stores' | 'unitOfWork' | 'clock' | 'ids' | 'tokens' | 'codes' | 'mailboxKeys' | 'settings' | 'noteUse'
    >,
  ) =>
  async ({ userId, sessionId, email: input }: AskEmailProof): Promise<AskedEmailProof> => {
    const faults = emailFaults('/email', input);
    if (faults.length > 0) throw refuseInput(...faults);
    await useQuota(dependencies, userId, 'profile-changes');
    const { clock, codes, ids, tokens, unitOfWork } = dependencies;
    const now = clock.now();
    const fresh: EmailProof = {
      ...{ id: ids.next(), userId, sessionId, email: normalEmail(input) },
      ...{ token: tokens.next(), codeKey: codes.currentKey, mails: 1, isMailed: false },
      expiresAt: after(now, emailProofPolicy.lifetime),
    };
    return unitOfWork.run(async (stores) => {
      const current = await stores.accountEmails.open({ userId }, now);
      const isSpent =
        current !== null && (await stores.quotas.amountTaken(triesOf(current))) >= emailProofPolicy.tries;
      const proof = await stores.accountEmails.ask(fresh, isSpent, now);
      if (!proof) throw refuse('unauthenticated');
      const { id, email, expiresAt, mails } = proof;
      if (mails <= emailProofPolicy.mails) {
        const senders = { organizerId: userId, callerId: userId };
        const subject = { kind: 'code', eventId: null, senders } as const;
        const { admittedMails } = await admitMails(stores, dependencies, subject, [{ email, userId }], now);
        if (admittedMails.length > 0) {
          await stores.accountEmails.noteMailed(id);
          const data = { proofId: id, sending: mails };
          await stores.jobs.add([{ queue: 'email-codes', id: `${id} ${mails}`, data, dueAt: now }]);
        }
      }
      return { email, expiresAt };
    });
  };
