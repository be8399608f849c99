import { randomInt } from 'node:crypto';
import type { ProofOfWork } from '@event-platform/domain';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { keyedHashes } from './keyed-hashes.ts';
import { pepperKey } from './pepper-key.ts';

const algorithm = 'PBKDF2/SHA-256';

/** Iterations of one attempt: enough that the overhead of an attempt in a browser, some 0.1 ms, hardly counts. */
const iterationsPerAttempt = 5_000;

/** What an ordinary phone of 2026 does with the cryptography of its browser, in iterations a second. */
const phoneIterationsPerSecond = 1_000_000;

/** The solution is drawn from twice as many counters as the time allows, so that on average half of them are tried. */
const countersFor = (seconds: number): number =>
  Math.max(2, Math.round((2 * seconds * phoneIterationsPerSecond) / iterationsPerAttempt));

type Payload = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>;

/**
 * Proofs of work by ALTCHA 2: the client looks for the counter whose PBKDF2 key begins as the challenge says. Challenges
 * are signed with keys of the peppers and tell the phone they are for as a keyed hash; the service keeps none of them. A
 * solution is compared with a signature, without working it out again.
 * @param peppers the current one first: it makes challenges, all verify them
 * @throws {RangeError} when there is none
 */
export const altchaProofOfWork = (peppers: readonly Buffer[]): ProofOfWork => {
  const phoneHashes = keyedHashes(peppers, 'proof of work phone');
  const secrets = peppers.map((pepper) => ({
    hmacSignatureSecret: pepperKey(pepper, 'proof of work').toString('base64url'),
    hmacKeySignatureSecret: pepperKey(pepper, 'proof of work solution').toString('base64url'),
  }));
  return {
    challenge: async (phone, seconds, expiresAt) => ({
      ...(await createChallenge({
        algorithm,
        cost: iterationsPerAttempt,
        counter: randomInt(countersFor(seconds)),
        deriveKey,
        data: { for: phoneHashes.of(phone)[0], seconds },
        expiresAt: Math.ceil(expiresAt.getTime() / 1_000),
        ...secrets[0],
      })),
    }),
    verify: async (proof, phone, now) => {
      const payload = readPayload(proof);
      if (!payload) return null;
      const { nonce, expiresAt = 0, data } = payload.challenge.parameters;
      // The library compares with the system's time; the challenge was made by this one.
      if (now.getTime() >= expiresAt * 1_000) return null;
      if (!phoneHashes.of(phone).includes(String(data?.for))) return null;
      for (const secret of secrets)
        if ((await verifySolution({ ...payload, deriveKey, ...secret })).verified)
          return { id: nonce, seconds: Number(data?.seconds) };
      return null;
    },
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isHex = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]+$/.test(value);

/** The payload of the base64 that the widget and the libraries of ALTCHA send; null when it has another form. */
const readPayload = (proof: string): Payload | null => {
  const payload = parseJson(Buffer.from(proof, 'base64').toString('utf8'));
  if (!isObject(payload) || !isObject(payload.challenge) || !isObject(payload.solution)) return null;
  const { challenge, solution } = payload;
  const { parameters } = challenge;
  // The library relies on these; every other member is covered by the signature.
  const isWhole =
    isObject(parameters) &&
    [parameters.nonce, parameters.salt, parameters.keyPrefix, parameters.keySignature].every(isHex) &&
    typeof parameters.expiresAt === 'number' &&
    isObject(parameters.data) &&
    isHex(challenge.signature) &&
    isHex(solution.derivedKey) &&
    Number.isSafeInteger(solution.counter);
  return isWhole ? ({ challenge, solution } as unknown as Payload) : null;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
