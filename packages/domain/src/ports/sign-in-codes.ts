import type { ChallengeId } from '../ids.ts';

/**
 * Derives the code of a challenge from a secret that no database holds (ADR 0004). The same challenge and
 * phone always give the same code; a code is {@link limits.codeLength} decimal digits, uniformly distributed.
 */
export interface SignInCodes {
  derive(challenge: ChallengeId, phone: string): string;
}
