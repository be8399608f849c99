import type { ChallengeId } from '../../ids.ts';
import { type CallerKind, signInPolicy } from '../sign-in-policy.ts';
import type { SignInRecord } from '../sign-in-record.ts';

/**
 * What the code of a phone is to callers of one kind: `none` was requested, or not the one they name; `open` to their
 * guesses; `tried` as often as they may; `awaited`, which is tried, while callers of the other kind requested it and can
 * still redeem it; `expired`; `redeemed`.
 */
export const codeStates = ['none', 'open', 'tried', 'awaited', 'expired', 'redeemed'] as const;

export type CodeState = (typeof codeStates)[number];

/** A start or a guess of a caller. */
export interface Attempt {
  readonly kind: CallerKind;
  readonly at: Date;
  /** The challenge that it is for; null for the one there is. */
  readonly challengeId: ChallengeId | null;
}

export const codeState = (
  { challenge }: Pick<SignInRecord, 'challenge'>,
  { kind, at, challengeId }: Attempt,
): CodeState => {
  if (!challenge || (challengeId && challengeId !== challenge.id)) return 'none';
  const { tries, requestedBy, createdAt, redeemedAt } = challenge;
  if (redeemedAt) return 'redeemed';
  if (at.getTime() - createdAt.getTime() >= signInPolicy.challengeLifetime) return 'expired';
  if (tries[kind] < signInPolicy.triesPerChallenge) return 'open';
  const other = kind === 'known' ? 'unknown' : 'known';
  return requestedBy.includes(other) && tries[other] < signInPolicy.triesPerChallenge ? 'awaited' : 'tried';
};
