import { createHmac } from 'node:crypto';
import type { SignInCodes } from '@event-platform/domain';
import { pepperKey } from './pepper-key.ts';

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

/** The name of a pepper in stored challenges; it tells nothing of the pepper and does not depend on its `kid`. */
const nameOf = (pepper: Buffer): string => pepperKey(pepper, 'key name').subarray(0, 6).toString('base64url');

const codeUnder = (pepper: Buffer, challenge: string, phone: string): string => {
  for (let counter = 0; ; counter += 1) {
    const digest = createHmac('sha256', pepper).update(`${challenge}\n${phone}\n${counter}`).digest();
    const code = fairCodeIn(digest);
    if (code !== undefined) return String(code).padStart(codeDigits, '0');
  }
};

const emailCodes = 1_000_000;
const emailCodeDigits = 6;
/** The upper bound of the four-byte numbers that map evenly to the codes. */
const fairForEmail = Math.floor(0x1_0000_0000 / emailCodes) * emailCodes;

const emailCodeUnder = (pepper: Buffer, proof: string, email: string): string => {
  const key = pepperKey(pepper, 'email code');
  for (let counter = 0; ; counter += 1) {
    const number = createHmac('sha256', key).update(`${proof}\n${email}\n${counter}`).digest().readUInt32BE();
    if (number < fairForEmail) return String(number % emailCodes).padStart(emailCodeDigits, '0');
  }
};

/**
 * Codes from HMAC-SHA256(pepper, challenge, phone), evenly spread: numbers that a remainder would favour are
 * rejected (NIST SP 800-90A, A.5.1). The database alone does not reveal a code: that takes the pepper (ADR 0033).
 * @param peppers the current one first
 * @throws {RangeError} when there is none
 */
export const hmacSignInCodes = (peppers: readonly Buffer[]): SignInCodes => {
  const [current] = peppers;
  if (!current) throw new RangeError('There must be a pepper for sign-in codes');
  const peppersByName = new Map(peppers.map((pepper) => [nameOf(pepper), pepper]));
  return {
    currentKey: nameOf(current),
    // Under another pepper the code of one that was removed is no longer right.
    derive: ({ id, codeKey }, phone) => codeUnder(peppersByName.get(codeKey) ?? current, id, phone),
    emailCode: ({ id, codeKey }, email) => emailCodeUnder(peppersByName.get(codeKey) ?? current, id, email),
  };
};
