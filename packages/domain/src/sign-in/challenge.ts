import type { ChallengeId } from '../ids.ts';
import { type ByKind, type CallerKind, signInPolicy } from './sign-in-policy.ts';
import type { SmsShare } from './sms/sms-shares.ts';

/** An SMS of a challenge, and the share that it counts against until a sign-in follows. */
export interface SentSms {
  readonly at: Date;
  readonly share: SmsShare;
}

/** A requested code; the code itself is derived, never stored. */
export interface Challenge {
  readonly id: ChallengeId;
  /** The name of the secret that its code is derived from. */
  readonly codeKey: string;
  readonly createdAt: Date;
  /** Guesses judged so far, counted before they are compared. */
  readonly tries: ByKind<number>;
  /** The kinds of callers that requested it: the other kind cannot take the code from them. */
  readonly requestedBy: readonly CallerKind[];
  /** The SMS that carried the code, oldest first. */
  readonly sms: readonly SentSms[];
  readonly redeemedAt: Date | null;
}

/** A new challenge before it is requested. */
export const newChallenge = (fresh: Pick<Challenge, 'id' | 'codeKey'>, now: Date): Challenge => ({
  ...fresh,
  createdAt: now,
  tries: { known: 0, unknown: 0 },
  requestedBy: [],
  sms: [],
  redeemedAt: null,
});

export type ChallengeState = 'open' | 'dead' | 'expired' | 'redeemed';

/** What a challenge is to callers of `kind`: dead when they have used up their tries. */
export const challengeState = (challenge: Challenge, kind: CallerKind, now: Date): ChallengeState => {
  if (challenge.redeemedAt) return 'redeemed';
  if (now.getTime() - challenge.createdAt.getTime() >= signInPolicy.challengeLifetime) return 'expired';
  return challenge.tries[kind] >= signInPolicy.triesPerChallenge ? 'dead' : 'open';
};

/**
 * Whether callers of the other kind requested the challenge and can still redeem it. It is not replaced then:
 * a caller who uses up the tries of one kind would otherwise take the code from the other.
 */
export const isAwaited = (challenge: Challenge, by: CallerKind, now: Date): boolean => {
  const other = by === 'known' ? 'unknown' : 'known';
  return challenge.requestedBy.includes(other) && challengeState(challenge, other, now) === 'open';
};

/** The challenge, requested by callers of `kind` too. */
export const requestedBy = (challenge: Challenge, kind: CallerKind): Challenge =>
  challenge.requestedBy.includes(kind)
    ? challenge
    : { ...challenge, requestedBy: [...challenge.requestedBy, kind] };
