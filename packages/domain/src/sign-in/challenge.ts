import type { ChallengeId, SessionId } from '../ids.ts';
import type { ByKind, CallerKind } from './sign-in-policy.ts';
import type { SmsShare } from './sms/sms-shares.ts';

/** An SMS of a challenge, and the share that it counts against until a sign-in follows. */
export interface SentSms {
  readonly at: Date;
  readonly share: SmsShare;
}

/**
 * The sign-in that a code was redeemed by, while its client may ask for the answer again: with the key that it named the
 * request by, of which the hash is kept, or with the challenge’s id, if it named that.
 */
export interface Redemption {
  readonly sessionId: SessionId;
  readonly keyHash: string | null;
  readonly isNamed: boolean;
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
  /** Null when the answer cannot be repeated, or was. */
  readonly redemption: Redemption | null;
}
