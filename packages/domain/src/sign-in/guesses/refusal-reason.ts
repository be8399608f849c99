import type { ChallengeId } from '../../ids.ts';
import { challengeState } from '../challenge.ts';
import { type Caller, kindOf, type SignInRecord } from '../sign-in-record.ts';

/** Why a guess was not even judged, for the audit log: the caller is told nothing of it. */
export const refusalReason = (
  record: SignInRecord,
  caller: Caller,
  challengeId: ChallengeId | null,
  now: Date,
): string => {
  const { challenge } = record;
  if (!challenge || (challengeId && challengeId !== challenge.id)) return 'code_not_requested';
  const reasons = {
    open: 'guesses_spent',
    dead: 'tries_spent',
    expired: 'code_expired',
    redeemed: 'code_used',
  };
  return reasons[challengeState(challenge, kindOf(record, caller, now), now)];
};
