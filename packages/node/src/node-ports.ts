import type { Dependencies } from '@event-platform/domain';
import { altchaProofOfWork } from './altcha-proof-of-work.ts';
import { hmacSignInCodes } from './hmac-sign-in-codes.ts';
import { keyedHashes } from './keyed-hashes.ts';
import { mappedTimeZones } from './mapped-time-zones.ts';
import { randomTokens, systemClock, uuidSource } from './node-sources.ts';

/** What a process on Node brings to a domain by itself; stores and messengers are missing. */
export type NodePorts = Pick<
  Dependencies,
  'clock' | 'ids' | 'tokens' | 'codes' | 'keyHashes' | 'proofOfWork' | 'timeZones'
>;

/**
 * The system clock, UUIDv7 ids, random tokens, codes, hashes and proofs of work keyed by the peppers, and mapped time
 * zones.
 * @param peppers secrets of at least 32 random bytes, the current one first; all processes on one database need the same
 * @throws {RangeError} when there is none
 */
export const nodePorts = (peppers: readonly Buffer[]): NodePorts => ({
  clock: systemClock(),
  ids: uuidSource(),
  tokens: randomTokens(),
  codes: hmacSignInCodes(peppers),
  keyHashes: keyedHashes(peppers, 'idempotency key'),
  proofOfWork: altchaProofOfWork(peppers),
  timeZones: mappedTimeZones(),
});
