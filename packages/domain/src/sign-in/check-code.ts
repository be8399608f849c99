import type { Dependencies } from '../dependencies.ts';
import { parseId, type SessionId } from '../ids.ts';
import { newChange } from '../outbox/change.ts';
import { DomainError } from '../problem.ts';
import { openSession, type Session } from '../sessions/session.ts';
import { signUp } from '../users/sign-up.ts';
import type { User } from '../users/user.ts';
import { auditSignIn, refuseSignIn, type TriedSignIn } from './audit-sign-in.ts';
import type { Challenge, Redemption } from './challenge.ts';
import { changeSignIn } from './change-sign-in.ts';
import type { GuessNames } from './code/code-state.ts';
import { sameCode } from './code/same-code.ts';
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
  /** The client’s name for this check, the same when it repeats the request. */
  readonly idempotencyKey?: string | null | undefined;
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
 *
 * Its answer may be lost: for two minutes the same check, by its `idempotencyKey` or its `requestId`, returns the same
 * session once more, unless that was used.
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
    const names = { keyHashes: keyHashesOf(dependencies, phone, command), isNamed: requestId !== null };
    const counted = await changeSignIn(stores.signIns, phone, (record) => {
      const at = clock.now();
      const guess = { kind: kindOf(record, caller, at), at, challengeId: requestId, names };
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
    const sessionId = dependencies.ids.next() as SessionId;
    const redemption = redemptionOf(sessionId, names, command);
    const judged = { ...guess, network: command.network, now, redemption };
    const { outcome, current, redeemed } = await changeSignIn(
      stores.signIns,
      phone,
      (record) => ({ ...transition(judgment, record, judged), redeemed: record.challenge }),
      counted.current,
    );
    if (isRight && admission === 'charged') await returnCharged(stores.quotas, guess, wideNetwork);
    if (outcome === 'repeat' && redeemed?.redeemedAt && redeemed.redemption)
      return repeatSignIn(
        dependencies,
        { ...subject, ...redeemed.redemption, at: redeemed.redeemedAt },
        command,
      );
    if (outcome !== 'sign_in') throw refuseGuess(outcome);
    const isUnseen = account !== null && kindOf(counted.current.record, caller, now) === 'unknown';
    const sms = fixedCode === null ? (current.record.challenge as Challenge).sms : [];
    const [signedIn] = await Promise.all([
      signIn(dependencies, { phone, sessionId, at: now }, command, isUnseen),
      returnConverted(stores.quotas, phone, sms, settings),
      // The code of a test phone is no secret, so that it must not make networks known.
      fixedCode === null ? stores.signInNetworks.note(command.network, now) : undefined,
    ]);
    return signedIn;
  };

/** The hashes that the key of a check may be stored under, that to store first; none without a key. */
const keyHashesOf = (
  { keyHashes }: Pick<Dependencies, 'keyHashes'>,
  phone: string,
  { idempotencyKey }: CheckCode,
): readonly string[] => (idempotencyKey ? keyHashes.of(`${phone}\n${idempotencyKey}`) : []);

/** Null for a receipt, and for a client that names its check by nothing. */
const redemptionOf = (
  sessionId: SessionId,
  { keyHashes, isNamed }: GuessNames,
  { isReceipt = false }: CheckCode,
): Redemption | null => {
  const keyHash = keyHashes[0] ?? null;
  return isReceipt || (keyHash === null && !isNamed) ? null : { sessionId, keyHash, isNamed };
};

/** A right code: of which phone, which session it opens, and when it was redeemed. */
interface Redeemed {
  readonly phone: string;
  readonly sessionId: SessionId;
  readonly at: Date;
}

const signIn = async (
  dependencies: Dependencies,
  { phone, sessionId, at }: Redeemed,
  { network, clientName, isReceipt }: CheckCode,
  isUnseen: boolean,
): Promise<SignedIn> => {
  const { user, isNew } = await signUp(dependencies)({ phone }, at);
  const session = openSession(sessionId, user.id, at, clientName, isReceipt);
  const isOpen = async () => (await dependencies.stores.sessions.find(sessionId))?.endedAt === null;
  // A repetition may have come before the request that it repeats.
  const isSignedIn =
    user.suspendedAt === null && ((await open(dependencies, session, isUnseen)) || (await isOpen()));
  if (!isSignedIn) throw await refuseSuspended(dependencies, user, network);
  auditSignIn(dependencies, session, network);
  return { session, user, isNewUser: isNew };
};

/**
 * The answer of a sign-in again. It finishes one that was cut off after its code was redeemed; the account that it made
 * has its instant.
 */
const repeatSignIn = async (
  dependencies: Dependencies,
  { sessionId, at, ...subject }: Redeemed & TriedSignIn,
  command: CheckCode,
): Promise<SignedIn> => {
  const { stores } = dependencies;
  const opened = await stores.sessions.find(sessionId);
  if (!opened) {
    const { user, session } = await signIn(dependencies, { ...subject, sessionId, at }, command, false);
    return { user, session, isNewUser: isMadeBy(user, at) };
  }
  const user = await stores.users.find(opened.userId);
  if (user && user.suspendedAt !== null) throw await refuseSuspended(dependencies, user, command.network);
  const isUsed = opened.confirmed || opened.generation > 1 || opened.endedAt !== null;
  if (!user || isUsed) throw refuseSignIn(dependencies, subject, 'code_used');
  return { session: opened, user, isNewUser: isMadeBy(user, at) };
};

const isMadeBy = ({ createdAt }: User, at: Date): boolean => createdAt.getTime() === at.getTime();

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
