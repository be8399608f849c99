import type { Dependencies } from '../dependencies.ts';
import { parseId, type SessionId } from '../ids.ts';
import { newChange } from '../outbox/change.ts';
import { DomainError } from '../problem.ts';
import { openSession, type Session } from '../sessions/session.ts';
import { signUp } from '../users/sign-up.ts';
import type { User } from '../users/user.ts';
import { auditSignIn, refuseSignIn } from './audit-sign-in.ts';
import type { Challenge } from './challenge.ts';
import { changeSignIn } from './change-sign-in.ts';
import { guessEvent, transition, transitions } from './code/transitions.ts';
import { admitGuess } from './guesses/admit-guess.ts';
import { guessGuard, returnCharged } from './guesses/guess-budgets.ts';
import { isKnownDevice } from './known-device.ts';
import { parsePhone } from './phones/reachable-phone.ts';
import { testCode } from './phones/test-phones.ts';
import { askForProof } from './proof.ts';
import { phoneBudgets } from './sign-in-policy.ts';
import { kindOf } from './sign-in-record.ts';
import { returnConverted } from './sms/sms-budgets.ts';
import { typedCode } from './typed-digits.ts';

export interface CheckCode {
  readonly phone: string;
  readonly code: string;
  /** The `requestId` that `startSignIn` returned, if the client has it. */
  readonly requestId?: string | undefined;
  /** The caller's address prefix: /24 of IPv4, /48 of IPv6. */
  readonly network: string;
  /** What the client calls itself; at most `limits.deviceLength`. */
  readonly clientName?: string | undefined;
  /** The network that a provider may give whole to one caller: /16 of IPv4, /32 of IPv6. Absent: `network`. */
  readonly wideNetwork?: string | undefined;
  /** The solution of the challenge that an earlier check was refused with. */
  readonly proof?: string | undefined;
  /** The session of the refresh token that the caller shows as its device, if the token is authentic. */
  readonly deviceSession?: string | null | undefined;
  /** Whether the session is for a receipt alone; false when absent. */
  readonly isReceipt?: boolean | undefined;
}

export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  /** True once per account: for the sign-in that created it. */
  readonly isNewUser: boolean;
}

/**
 * Signs in with the code from the SMS; the first sign-in of a phone creates its account. Throws
 * `invalid_request` for a text that is no phone, otherwise `code_invalid`, the same for a wrong, expired, used or
 * never requested code and for a spent budget of the phone, `proof_required` when the guesses of all phones are spent,
 * and `account_suspended` for a right one. The guess is counted before it is compared (ADR 0033).
 */
export const checkCode =
  (dependencies: Dependencies) =>
  async (command: CheckCode): Promise<SignedIn> => {
    const { stores, clock, codes, phones, settings } = dependencies;
    const { e164: phone } = parsePhone(phones, command.phone);
    const requestId = command.requestId === undefined ? null : parseId<'challenge'>(command.requestId);
    const account = await stores.users.findByPhone(phone);
    const subject = { phone, account, network: command.network };
    const refuseGuess = (reason: string) => refuseSignIn(dependencies, subject, reason);
    if (command.requestId !== undefined && !requestId) throw refuseGuess('code_not_requested');
    const hasKnownDevice = await isKnownDevice(dependencies, command.deviceSession ?? null, account);
    const caller = { network: command.network, hasKnownDevice };
    const budgets = phoneBudgets(settings, phone);
    const counted = await changeSignIn(stores.signIns, phone, (record) => {
      const at = clock.now();
      const guess = { kind: kindOf(record, caller, at), at, challengeId: requestId };
      return { ...transition(guessEvent(record, guess, budgets), record, guess), guess };
    });
    const { challenge } = counted.current.record;
    if (counted.outcome !== 'compare' || !challenge) throw refuseGuess(counted.outcome);
    const guess = { ...counted.guess, challengeId: challenge.id };

    const wideNetwork = command.wideNetwork ?? command.network;
    // A known device belongs to one phone alone.
    const isBounded = !hasKnownDevice && !settings.trialPhones.includes(phone);
    const admission = isBounded
      ? await admitGuess(dependencies, { ...command, phone, wideNetwork }, guess, account !== null)
      : 'free';
    if (admission === 'refused') {
      refuseGuess('guesses_of_all_phones_spent');
      throw await askForProof(dependencies, phone, [await guessGuard(stores.quotas, guess)], clock.now());
    }

    const now = clock.now();
    const fixedCode = testCode(settings, phone, guess.at);
    const isRight = sameCode(fixedCode ?? codes.derive(challenge, phone), typedCode(command.code));
    const judgment = isRight ? transitions.rightCode : transitions.wrongCode;
    const judged = { ...guess, network: command.network, now };
    const { outcome, current } = await changeSignIn(
      stores.signIns,
      phone,
      (record) => transition(judgment, record, judged),
      counted.current,
    );
    if (isRight && admission === 'charged') await returnCharged(stores.quotas, guess, wideNetwork);
    if (outcome !== 'sign_in') throw refuseGuess(outcome);
    const isUnseen = account !== null && kindOf(counted.current.record, caller, now) === 'unknown';
    const sms = fixedCode === null ? (current.record.challenge as Challenge).sms : [];
    const [signedIn] = await Promise.all([
      signIn(dependencies, phone, now, command, isUnseen),
      returnConverted(stores.quotas, phone, sms, settings),
      // The code of a test phone is no secret, so that it must not make networks known.
      fixedCode === null ? stores.signInNetworks.note(command.network, now) : undefined,
    ]);
    return signedIn;
  };

const signIn = async (
  dependencies: Dependencies,
  phone: string,
  now: Date,
  { network, clientName, isReceipt }: CheckCode,
  isUnseen: boolean,
): Promise<SignedIn> => {
  const { user, isNew } = await signUp(dependencies)({ phone });
  const session = openSession(dependencies.ids.next() as SessionId, user.id, now, clientName, isReceipt);
  const isOpen = user.suspendedAt === null && (await open(dependencies, session, isUnseen));
  if (!isOpen) throw await refuseSuspended(dependencies, user, network);
  auditSignIn(dependencies, session, network);
  return { session, user, isNewUser: isNew };
};

/** Opens a session; its user is told of one from a device and network that are unknown to the phone. */
const open = (dependencies: Dependencies, session: Session, isUnseen: boolean): Promise<boolean> => {
  if (!isUnseen) return dependencies.stores.sessions.open(session);
  const { userId, createdAt: at } = session;
  return dependencies.unitOfWork.run(async ({ sessions, outbox }) => {
    const isOpen = await sessions.open(session);
    if (isOpen) await outbox.add([newChange('session.opened', at, { id: dependencies.ids.next(), userId })]);
    return isOpen;
  });
};

/** The account is read again: it may have been suspended, or erased, since the code was checked. */
const refuseSuspended = async (
  dependencies: Dependencies,
  { id, phone }: User,
  network: string,
): Promise<DomainError> => {
  const account = await dependencies.stores.users.find(id);
  const reason = account?.suspensionReason ?? null;
  const code = refuseSignIn(dependencies, { phone, account, network }, 'account_suspended');
  return reason === null ? code : new DomainError({ code: 'account_suspended', reason });
};

/** Compares in time that depends on the lengths alone. */
const sameCode = (expectedCode: string, code: string): boolean => {
  let difference = expectedCode.length ^ code.length;
  for (let index = 0; index < expectedCode.length; index += 1)
    difference |= expectedCode.charCodeAt(index) ^ (code.charCodeAt(index) || 0);
  return difference === 0;
};
