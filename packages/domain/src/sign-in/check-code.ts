import type { Dependencies } from '../dependencies.ts';
import { type ChallengeId, parseId, type SessionId } from '../ids.ts';
import { openSession, type Session } from '../sessions/session.ts';
import { signUp } from '../users/sign-up.ts';
import type { User } from '../users/user.ts';
import { auditSignIn, refuseSignIn } from './audit-sign-in.ts';
import { changeSignIn, type Versioned } from './change-sign-in.ts';
import { refusalReason } from './refusal-reason.ts';
import { phoneBudgets } from './sign-in-policy.ts';
import { type CountedGuess, countGuess, redeem, type SignInRecord, smsOf } from './sign-in-record.ts';
import { returnSms } from './sms-budgets.ts';
import { testCode } from './test-phones.ts';

export interface CheckCode {
  readonly phone: string;
  readonly code: string;
  /** The `requestId` that `startSignIn` returned, if the client has it. */
  readonly requestId?: string | undefined;
  /** The caller's address prefix: /24 of IPv4, /48 of IPv6. */
  readonly network: string;
  /** What the client calls itself; at most `limits.deviceLength`. */
  readonly clientName?: string | undefined;
}

export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  /** True once per account: for the sign-in that created it. */
  readonly isNewUser: boolean;
}

/**
 * Signs in with the code from the SMS; the first sign-in of a phone creates its account. Throws
 * `code_invalid`, the same for a wrong, expired, used or never requested code and for a spent budget. The
 * guess is counted before it is compared (ADR 0004).
 */
export const checkCode =
  (dependencies: Dependencies) =>
  async (command: CheckCode): Promise<SignedIn> => {
    const { stores, clock, codes, phones, settings } = dependencies;
    const phone = phones.parse(command.phone)?.e164;
    const refused = (reason: string) => refuseSignIn(dependencies, phone, command.network, reason);
    const requestId = command.requestId === undefined ? null : parseId<'challenge'>(command.requestId);
    if (!phone) throw await refused('phone_unreadable');
    if (command.requestId !== undefined && !requestId) throw await refused('code_not_requested');
    const { guess, stands } = await count(dependencies, phone, command.network, requestId);
    const now = clock.now();
    if (!guess) throw await refused(refusalReason(stands.record, requestId, now));
    const code = testCode(settings, phone, guess.at) ?? codes.derive(guess.challenge, phone);
    if (!sameCode(code, command.code)) throw await refused('code_wrong');

    const decide = (record: SignInRecord) => {
      const outcome = redeem(record, guess, now);
      return { record: outcome.record, outcome };
    };
    const { outcome } = await changeSignIn(stores.signIns, phone, decide, stands);
    if (!outcome.redeemed) throw await refused('code_used');
    const sms = testCode(settings, phone, guess.at) ? [] : smsOf(outcome.record, guess.challenge);
    const [signedIn] = await Promise.all([
      signIn(dependencies, phone, now, command),
      returnSms(stores.quotas, phone, sms, settings),
    ]);
    return signedIn;
  };

const signIn = async (
  dependencies: Dependencies,
  phone: string,
  now: Date,
  { network, clientName }: CheckCode,
): Promise<SignedIn> => {
  const { user, isNew } = await signUp(dependencies)({ phone });
  const session = openSession(dependencies.ids.next() as SessionId, user.id, now, clientName);
  await dependencies.stores.sessions.open(session);
  auditSignIn(dependencies, session, network);
  return { session, user, isNewUser: isNew };
};

const count = async (
  { stores, clock, settings }: Dependencies,
  phone: string,
  network: string,
  requestId: ChallengeId | null,
): Promise<{ readonly guess: CountedGuess | null; readonly stands: Versioned }> => {
  const budgets = phoneBudgets(settings, phone);
  const { outcome: counted, stands } = await changeSignIn(stores.signIns, phone, (record) => {
    const outcome = countGuess(record, network, requestId, clock.now(), budgets);
    return { record: outcome?.record ?? null, outcome };
  });
  return { guess: counted?.guess ?? null, stands };
};

/** Compares in time that depends on the lengths alone. */
const sameCode = (expected: string, given: string): boolean => {
  let difference = expected.length ^ given.length;
  for (let index = 0; index < expected.length; index += 1)
    difference |= expected.charCodeAt(index) ^ (given.charCodeAt(index) || 0);
  return difference === 0;
};
