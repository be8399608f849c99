import type { SessionId, UserId } from '../ids.ts';

/** An address that an account has yet to prove; an account has one at a time. It ends with its session. */
export interface EmailProof {
  readonly id: string;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly email: string;
  /** Of the link. */
  readonly token: string;
  /** Names the secret that its code comes from (see `SignInCodes`). */
  readonly codeKey: string;
  /** Mails that were asked for; more than `emailProofPolicy.mails` are not sent. */
  readonly mails: number;
  /** Whether a mail was queued: one that nobody got proves nothing. */
  readonly isMailed: boolean;
  readonly expiresAt: Date;
}

/** The budget of guesses at a code. */
export const triesOf = ({ id }: Pick<EmailProof, 'id'>): string => `email-tries:${id}`;
