import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { emailProofPolicy } from '../mails/email-proof-policy.ts';
import { newChange } from '../outbox/change.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { sameCode } from '../sign-in/code/same-code.ts';
import { typedCode } from '../sign-in/typed-digits.ts';
import type { User } from '../users/user.ts';
import { type EmailProof, triesOf } from './email-proof.ts';

export interface CheckEmailCode {
  readonly userId: UserId;
  readonly code: string;
}

/** The token in the link of a mail. */
export interface EmailLink {
  readonly token: string;
}

/**
 * Makes the address of the code the caller's, and returns their profile. Throws `code_invalid`, the same for a wrong, expired, used or
 * never requested code. A guess is counted before it is compared, and stays counted.
 */
export const checkEmailCode =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'clock' | 'ids' | 'codes' | 'lastingQuotas'>) =>
  async ({ userId, code }: CheckEmailCode): Promise<User> => {
    const { clock, codes, stores, lastingQuotas = stores.quotas } = dependencies;
    const proof = await stores.accountEmails.open({ userId }, clock.now());
    if (!proof?.isMailed) throw refuse('code_invalid');
    const guess = { key: triesOf(proof), amount: 1, limit: emailProofPolicy.tries, until: proof.expiresAt };
    const { refusal } = await lastingQuotas.takeAll([guess], clock.now());
    const isRight = sameCode(codes.emailCode(proof, proof.email), typedCode(code));
    const user = refusal || !isRight ? null : await prove(dependencies, proof);
    if (!user) throw refuse('code_invalid');
    return user;
  };

/** The address that a link proves. It changes nothing. Throws `not_found`. */
export const viewEmailLink =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ token }: EmailLink): Promise<Pick<EmailProof, 'email'>> => {
    const { email } = await proofOfLink(stores, token, clock.now());
    return { email };
  };

/** Makes the address of the link that of the account that asked. Throws `not_found`. */
export const openEmailLink =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'clock' | 'ids'>) =>
  async ({ token }: EmailLink): Promise<Pick<EmailProof, 'email'>> => {
    const proof = await proofOfLink(dependencies.stores, token, dependencies.clock.now());
    if (!(await prove(dependencies, proof))) throw refuse('not_found');
    return { email: proof.email };
  };

/** Takes the caller's address away, if there is one, and ends what is yet to be proven. Throws `rate_limited`. */
export const removeEmail =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ userId }: { readonly userId: UserId }): Promise<void> => {
    await useQuota(dependencies, userId, 'clearings');
    await dependencies.stores.accountEmails.remove(userId);
  };

const isToken = /^[\w-]{1,100}$/;

const proofOfLink = async (
  { accountEmails }: Pick<Dependencies['stores'], 'accountEmails'>,
  token: string,
  now: Date,
): Promise<EmailProof> => {
  const proof = isToken.test(token) ? await accountEmails.open({ token }, now) : null;
  if (!proof?.isMailed) throw refuse('not_found');
  return proof;
};

/** Who had the address finds a notice. Null when the proof is gone. */
const prove = (
  { unitOfWork, clock, ids }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'ids'>,
  proof: EmailProof,
): Promise<User | null> =>
  unitOfWork.run(async ({ accountEmails, outbox, users }) => {
    const now = clock.now();
    const outcome = await accountEmails.prove(proof, now);
    if (!outcome) return null;
    const { formerOwnerId: userId } = outcome;
    if (userId) await outbox.add([newChange('email.removed', now, { id: ids.next(), userId })]);
    return users.find(proof.userId);
  });
