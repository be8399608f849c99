import type { ChallengeId } from '../../ids.ts';
import type { Challenge } from '../challenge.ts';
import { type CallerKind, signInPolicy } from '../sign-in-policy.ts';
import type { SignInRecord } from '../sign-in-record.ts';

/**
 * What the code of a phone is to callers of one kind: `none` was requested, or not the one they name; `open` to their
 * guesses; `tried` as often as they may; `awaited`, which is tried, while callers of the other kind requested it and can
 * still redeem it; `expired`; `redeemed`; `repeatable`, which is redeemed, to the client whose sign-in it was and whose
 * answer may have been lost.
 */
export const codeStates = ['none', 'open', 'tried', 'awaited', 'expired', 'redeemed', 'repeatable'] as const;

export type CodeState = (typeof codeStates)[number];

/** What tells that a guess is a client’s earlier one, sent again. */
export interface GuessNames {
  /** The hashes that its idempotency key may be kept as, that to keep first; none without a key. */
  readonly keyHashes: readonly string[];
  /** Whether it names the challenge. */
  readonly isNamed: boolean;
}

/** A start or a guess of a caller. */
export interface Attempt {
  readonly kind: CallerKind;
  readonly at: Date;
  /** The challenge that it is for; null for the one there is. */
  readonly challengeId: ChallengeId | null;
  /** Of a guess: how its client names it. */
  readonly names?: GuessNames | undefined;
}

export const codeState = ({ challenge }: Pick<SignInRecord, 'challenge'>, attempt: Attempt): CodeState => {
  const { kind, at, challengeId } = attempt;
  if (!challenge || (challengeId && challengeId !== challenge.id)) return 'none';
  const { tries, requestedBy, createdAt, redeemedAt } = challenge;
  if (redeemedAt) return isRepeatable(challenge, attempt) ? 'repeatable' : 'redeemed';
  if (at.getTime() - createdAt.getTime() >= signInPolicy.challengeLifetime) return 'expired';
  if (tries[kind] < signInPolicy.triesPerChallenge) return 'open';
  const other = kind === 'known' ? 'unknown' : 'known';
  return requestedBy.includes(other) && tries[other] < signInPolicy.triesPerChallenge ? 'awaited' : 'tried';
};

const isRepeatable = ({ redeemedAt, redemption }: Challenge, { at, names }: Attempt): boolean => {
  if (!redeemedAt || !redemption || !names) return false;
  if (at.getTime() - redeemedAt.getTime() >= signInPolicy.repeatWindow) return false;
  const isKey = redemption.keyHash !== null && names.keyHashes.includes(redemption.keyHash);
  return isKey || (redemption.isNamed && names.isNamed);
};
