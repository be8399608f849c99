import type { Dependencies } from '../dependencies.ts';
import type { ChallengeId } from '../ids.ts';
import { type Language, languageFor } from '../languages/language.ts';
import { DomainError, refuseUntil } from '../problem.ts';
import type { Challenge } from './challenge.ts';
import { changeSignIn } from './change-sign-in.ts';
import { startEvent, transition, transitions } from './code/transitions.ts';
import { CodeTimeout } from './code-timeout.ts';
import { areGuessesSpent, guessGuard } from './guesses/guess-budgets.ts';
import { isKnownDevice } from './known-device.ts';
import { reachablePhone } from './phones/reachable-phone.ts';
import { testCode } from './phones/test-phones.ts';
import { acceptProof, askForProof, freeOfProof, type Guard, needsProof, shareGuard } from './proof.ts';
import { type CallerKind, phoneBudgets, signInPolicy, waitFor } from './sign-in-policy.ts';
import { kindOf, type SignInRecord } from './sign-in-record.ts';
import { chargeSms, returnUnsent, type SmsToCharge } from './sms/sms-budgets.ts';
import { type GuardedShare, isGuarded, shareKey, shareOf } from './sms/sms-shares.ts';

export interface StartSignIn {
  /** In any international form. */
  readonly phone: string;
  /** The caller's address prefix: /24 of IPv4, /48 of IPv6. Absent: a network without a sign-in. */
  readonly network?: string | undefined;
  /** The network that a provider may give whole to one caller: /16 of IPv4, /32 of IPv6. Absent: `network`. */
  readonly wideNetwork?: string | undefined;
  /** The session of the refresh token that the caller shows as its device, if the token is authentic. */
  readonly deviceSession?: string | null | undefined;
  /** The solution of the challenge that an earlier start was refused with. */
  readonly proof?: string | undefined;
  /** What the caller asks for; the profile’s own comes first. */
  readonly language?: Language | null | undefined;
}

export interface SignInStarted {
  readonly requestId: ChallengeId;
  /** When a further start sends an SMS again: whole seconds, of what is left where this one sent none. */
  readonly resendAfterSeconds: number;
}

/** How long a client should wait when no provider takes an SMS. */
const providerPauseSeconds = 30;

/**
 * Sends a sign-in code to a phone; while the unknown callers' share of the day's SMS is not half spent, it answers the
 * same for known and unknown phones. Throws `invalid_request` (no number, or one that SMS must not go to),
 * `rate_limited` (a budget is spent), `proof_required` (a stranger has to solve its challenge first) and
 * `unavailable` (no provider took the SMS; nothing is charged unless one may have sent it).
 */
export const startSignIn =
  (dependencies: Dependencies) =>
  async ({ network, wideNetwork = network, ...command }: StartSignIn): Promise<SignInStarted> => {
    const { stores, clock, ids, codes, phones, settings } = dependencies;
    const { deviceSession = null, proof } = command;
    const { e164: phone, country } = reachablePhone(phones, command.phone, settings);
    const now = clock.now();
    const [current, account] = await Promise.all([
      stores.signIns.find(phone),
      stores.users.findByPhone(phone),
    ]);
    const hasKnownDevice = await isKnownDevice(dependencies, deviceSession, account);
    const caller = { network, hasKnownDevice };
    const knownAs = kindOf(current.record, caller, now);
    const share = await shareOf(stores.signInNetworks, account, network, knownAs, now);
    const isTest = testCode(settings, phone, now) !== null;
    const fresh = { id: ids.next() as ChallengeId, codeKey: codes.currentKey };
    const budgets = phoneBudgets(settings, phone);
    const decide = (record: SignInRecord) => {
      const start = { kind: kindOf(record, caller, now), at: now, challengeId: null, share, fresh };
      const wait = waitFor(record.sms[start.kind], budgets.sms[start.kind], now);
      return { ...transition(startEvent(record, start, wait), record, start), start, wait };
    };

    const guardedShare = isGuarded(share) ? share : null;
    const guesser =
      hasKnownDevice || settings.trialPhones.includes(phone) ? null : { kind: knownAs, at: now, wideNetwork };
    const isSent = decide(current.record).outcome === 'send';
    const guards = isSent && !isTest ? await guardsOf(dependencies, guardedShare, guesser, now) : [];
    const isProven = guards.length > 0;
    if (isProven && !(proof !== undefined && (await acceptProof(dependencies, phone, proof, guards, now))))
      throw await askForProof(dependencies, phone, guards, now);
    const { outcome, start, wait, ...written } = await changeSignIn(stores.signIns, phone, decide, current);
    if (wait && outcome === 'too_many')
      throw refuseUntil('phone-sms', 'Too many codes were sent to this phone.', wait.limit, now, wait.until);
    // Both outcomes leave a code.
    const challenge = written.current.record.challenge as Pick<Challenge, 'id' | 'codeKey'>;
    const started = {
      requestId: challenge.id,
      resendAfterSeconds: secondsToResend(written.current.record, now),
    };
    if (outcome === 'already_sent' || isTest) return started;

    const uncount = () =>
      changeSignIn(stores.signIns, phone, (record) => transition(transitions.smsNotSent, record, start));
    const sms: SmsToCharge = { phone, country, share, at: now };
    const free = guardedShare && !isProven ? freeOfProof(settings, guardedShare) : undefined;
    try {
      const outcome = await chargeSms(stores.quotas, sms, settings, free);
      if (outcome === 'needs_proof' && guardedShare) {
        const usage = await stores.quotas.amountTaken(shareKey(guardedShare, now));
        throw await askForProof(dependencies, phone, [shareGuard(usage, settings, guardedShare)], now);
      }
    } catch (refusal) {
      await uncount();
      throw refusal;
    }
    await send(
      dependencies,
      { ...sms, language: languageFor(account?.locale, command.language) },
      challenge,
      uncount,
    );
    return started;
  };

/** The pause counts from the last SMS of either kind of caller. */
const secondsToResend = ({ sms }: SignInRecord, now: Date): number => {
  const pauseEnds = [...sms.known.slice(-1), ...sms.unknown.slice(-1)].map(
    (sentAt) => sentAt.getTime() + signInPolicy.smsPause - now.getTime(),
  );
  return Math.ceil(Math.max(1, ...pauseEnds) / 1000);
};

/**
 * What the start has to bring a proof for: an SMS of a share that others have drained, and a code that this caller could
 * not redeem without one, because the guesses of all phones are spent.
 */
const guardsOf = async (
  { stores, settings }: Pick<Dependencies, 'stores' | 'settings'>,
  share: GuardedShare | null,
  guesser: { readonly kind: CallerKind; readonly at: Date; readonly wideNetwork: string | undefined } | null,
  now: Date,
): Promise<readonly Guard[]> => {
  const { quotas } = stores;
  const [usage, areSpent] = await Promise.all([
    share ? quotas.amountTaken(shareKey(share, now)) : 0,
    guesser ? areGuessesSpent(quotas, guesser, guesser.wideNetwork ?? 'none') : false,
  ]);
  return [
    ...(share && needsProof(usage, settings, share) ? [shareGuard(usage, settings, share)] : []),
    ...(guesser && areSpent ? [await guessGuard(quotas, guesser)] : []),
  ];
};

const send = async (
  { stores, codes, codeSender, settings }: Dependencies,
  sms: SmsToCharge & { readonly language: Language },
  challenge: Pick<Challenge, 'id' | 'codeKey'>,
  uncount: () => Promise<unknown>,
): Promise<void> => {
  try {
    const id = `${challenge.id}-${sms.at.getTime()}`;
    const { phone, language } = sms;
    await codeSender.sendCode({ id, phone, code: codes.derive(challenge, phone), language });
  } catch (error) {
    // An SMS that may have been sent stays charged: a slow provider would make the budgets endless.
    if (!(error instanceof CodeTimeout)) {
      await returnUnsent(stores.quotas, sms, settings);
      await uncount();
    }
    throw new DomainError(
      { code: 'unavailable', retryAfterSeconds: providerPauseSeconds },
      { cause: 'no provider took the SMS' },
    );
  }
};
