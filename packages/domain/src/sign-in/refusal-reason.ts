import type { ChallengeId } from '../ids.ts';
import { challengeState, type SignInRecord } from './sign-in-record.ts';

/** Why a guess was not even judged, for the audit log: the caller is told nothing of it. */
export const refusalReason = (
  { challenge }: SignInRecord,
  challengeId: ChallengeId | null,
  now: Date,
): string => {
  if (!challenge || (challengeId && challengeId !== challenge.id)) return 'code_not_requested';
  const reasons = {
    open: 'guesses_spent',
    dead: 'tries_spent',
    expired: 'code_expired',
    redeemed: 'code_used',
  };
  return reasons[challengeState(challenge, now)];
};
