import type { EmailProof } from '../../account-email/email-proof.ts';
import type { Challenge } from '../../sign-in/challenge.ts';

/**
 * Derives the code of a challenge from a secret that no database holds (ADR 0033). The same challenge and
 * phone always give the same code, also after the secret was rotated; a code is {@link limits.codeLength}
 * decimal digits, uniformly distributed.
 */
export interface SignInCodes {
  /** Names the secret that new challenges get their codes from, without telling anything of it. */
  readonly currentKey: string;
  /**
   * The code under the secret that the challenge names. Under exactly one: a guess that several secrets could
   * make right would be right more often.
   */
  derive(challenge: Pick<Challenge, 'id' | 'codeKey'>, phone: string): string;
  /** The code that proves an address: {@link limits.emailCodeLength} digits, in the same way. */
  emailCode(proof: Pick<EmailProof, 'id' | 'codeKey'>, email: string): string;
}
