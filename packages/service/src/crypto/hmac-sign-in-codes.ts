import { createHmac } from 'node:crypto';
import type { SignInCodes } from '@event-platform/domain';

const codes = 10_000;
const codeDigits = 4;
/** The upper bound of the two-byte numbers that map evenly to the codes: 0 to 59,999. */
const fair = Math.floor(0x1_0000 / codes) * codes;

const fairCodeIn = (digest: Buffer): number | undefined => {
  for (let at = 0; at + 1 < digest.length; at += 2) {
    const number = digest.readUInt16BE(at);
    if (number < fair) return number % codes;
  }
  return undefined;
};

/**
 * Codes from HMAC-SHA256(pepper, challenge, phone), evenly spread: numbers that a remainder would favour are
 * rejected (NIST SP 800-90A, A.5.1). The database alone does not reveal a code: that takes the pepper (ADR 0004).
 */
export const hmacSignInCodes = (pepper: Buffer): SignInCodes => ({
  derive: (challenge, phone) => {
    for (let counter = 0; ; counter += 1) {
      const digest = createHmac('sha256', pepper).update(`${challenge}\n${phone}\n${counter}`).digest();
      const code = fairCodeIn(digest);
      if (code !== undefined) return String(code).padStart(codeDigits, '0');
    }
  },
});
