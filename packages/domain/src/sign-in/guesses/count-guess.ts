import type { ChallengeId } from '../../ids.ts';
import { type Challenge, challengeState } from '../challenge.ts';
import { type CallerKind, type PhoneBudgets, signInPolicy, waitFor } from '../sign-in-policy.ts';
import { type KnownNetwork, pruneRecord, type SignInRecord, withList, without } from '../sign-in-record.ts';

/** A guess that was counted before it is judged. */
export interface CountedGuess {
  readonly challenge: Challenge;
  /** Whose tries and budget it was charged to. */
  readonly kind: CallerKind;
  readonly at: Date;
}

/** What a right guess leads to: the record to write, and the SMS of the challenge when it is redeemed. */
type Redemption =
  | { readonly isRedeemed: true; readonly record: SignInRecord; readonly sms: Challenge['sms'] }
  | { readonly isRedeemed: false; readonly record: SignInRecord };

/**
 * Counts a guess before it is judged: the record to write, or null when no challenge is open to this kind of
 * caller (nothing is charged) or its budget is spent.
 */
export const countGuess = (
  record: SignInRecord,
  kind: CallerKind,
  challengeId: ChallengeId | null,
  now: Date,
  { guesses }: Pick<PhoneBudgets, 'guesses'> = signInPolicy,
): { readonly record: SignInRecord; readonly guess: CountedGuess } | null => {
  const open = record.challenge;
  if (!open || challengeState(open, kind, now) !== 'open') return null;
  if (challengeId && challengeId !== open.id) return null;
  if (waitFor(record.guesses[kind], guesses[kind], now)) return null;
  const challenge = { ...open, tries: { ...open.tries, [kind]: open.tries[kind] + 1 } };
  const newRecord = withList(pruneRecord(record, now), 'guesses', kind, (events) => [...events, now]);
  return { guess: { challenge, kind, at: now }, record: { ...newRecord, challenge } };
};

/** Gives back what a guess took that was not judged. */
export const returnGuess = (record: SignInRecord, guess: CountedGuess): SignInRecord => {
  const refundedRecord = refund(record, guess);
  const { challenge } = refundedRecord;
  if (challenge?.id !== guess.challenge.id) return refundedRecord;
  const tries = { ...challenge.tries, [guess.kind]: Math.max(0, challenge.tries[guess.kind] - 1) };
  return { ...refundedRecord, challenge: { ...challenge, tries } };
};

const refund = (record: SignInRecord, { kind, at }: CountedGuess) =>
  withList(record, 'guesses', kind, (events) => without(events, at));

/**
 * Records that a counted guess was right: it no longer counts as wrong and, unless the challenge was redeemed
 * or replaced meanwhile, the challenge is redeemed and the network is known.
 */
export const redeem = (record: SignInRecord, guess: CountedGuess, network: string, now: Date): Redemption => {
  const refundedRecord = refund(record, guess);
  const { challenge } = refundedRecord;
  if (challenge?.id !== guess.challenge.id || challenge.redeemedAt)
    return { record: refundedRecord, isRedeemed: false };
  const others = refundedRecord.networks.filter((entry) => entry.network !== network);
  const callerNetwork: KnownNetwork = { network, signedInAt: now };
  return {
    isRedeemed: true,
    sms: challenge.sms,
    record: {
      ...refundedRecord,
      challenge: { ...challenge, redeemedAt: now },
      networks: [...others, callerNetwork].slice(-signInPolicy.knownNetworks),
    },
  };
};
