import { createHmac } from 'node:crypto';
import type { KeyedHashes } from '@event-platform/domain';
import { type PepperUse, pepperKey } from './pepper-key.ts';

/** As many as make two hashes differ for certain and a second text for one of them unfindable. */
const hashBytes = 16;

/**
 * HMAC-SHA256 under keys derived from the peppers for one use.
 * @param peppers the current one first
 * @throws {RangeError} when there is none
 */
export const keyedHashes = (peppers: readonly Buffer[], use: PepperUse): KeyedHashes => {
  const [current, ...former] = peppers.map((pepper) => pepperKey(pepper, use));
  if (!current) throw new RangeError(`There must be a pepper for hashes (${use})`);
  const hash = (key: Buffer, text: string): string =>
    createHmac('sha256', key).update(text).digest().subarray(0, hashBytes).toString('base64url');
  return { of: (text) => [hash(current, text), ...former.map((key) => hash(key, text))] };
};
