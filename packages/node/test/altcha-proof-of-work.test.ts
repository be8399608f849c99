import { randomBytes } from 'node:crypto';
import type { ProofChallenge } from '@event-platform/domain';
import { type createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import t from 'tap';
import { altchaProofOfWork } from '../src/altcha-proof-of-work.ts';

type Challenge = Awaited<ReturnType<typeof createChallenge>>;

const phone = '+4915112345678';
const now = new Date();
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const minute = 60_000;
/** So little that a test does not notice it. */
const seconds = 0.02;

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

/** Solves as a client does, with the library. */
const solve = async (task: ProofChallenge) => {
  const challenge = task as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('was not solved');
  return { challenge, solution };
};

const pepper = randomBytes(32);
const proofs = altchaProofOfWork([pepper]);
const ask = (forPhone = phone) => proofs.challenge(forPhone, seconds, later(5 * minute));

t.test('a challenge is one of ALTCHA 2, and tells nothing of the phone or the solution', async (t) => {
  const challenge = await ask();
  t.match(challenge, {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 5_000,
      keyLength: 32,
      expiresAt: Math.ceil(later(5 * minute).getTime() / 1_000),
      nonce: /^[0-9a-f]{32}$/,
      salt: /^[0-9a-f]{32}$/,
      keyPrefix: /^[0-9a-f]{32}$/,
      keySignature: /^[0-9a-f]{64}$/,
      data: { for: /^[\w-]{22}$/, seconds },
    },
    signature: /^[0-9a-f]{64}$/,
  });
  t.notMatch(JSON.stringify(challenge), /counter|15112345678/);
});

t.test('the solution of the library’s solver proves the work, for its phone and its time', async (t) => {
  const payload = await solve(await ask());
  const { nonce, expiresAt = 0 } = payload.challenge.parameters;
  const proof = encode(payload);
  t.strictSame(await proofs.verify(proof, phone, now), { id: nonce, seconds });
  t.ok(await proofs.verify(proof, phone, new Date(expiresAt * 1_000 - 1)));
  t.equal(await proofs.verify(proof, phone, new Date(expiresAt * 1_000)), null, 'expired');
  t.equal(await proofs.verify(proof, '+4915112345679', now), null, 'another phone');
  const other = await solve(await ask());
  t.not(other.challenge.parameters.nonce, nonce);
});

t.test('a challenge of a pepper that is still in the ring is good', async (t) => {
  const proof = encode(await solve(await ask()));
  t.ok(await altchaProofOfWork([randomBytes(32), pepper]).verify(proof, phone, now));
  t.equal(await altchaProofOfWork([randomBytes(32)]).verify(proof, phone, now), null);
  t.throws(() => altchaProofOfWork([]), RangeError);
});

t.test('nothing but a solution proves anything', async (t) => {
  const { challenge, solution } = await solve(await ask());
  const { parameters } = challenge;
  const altered = (changes: object) => ({
    challenge: { ...challenge, parameters: { ...parameters, ...changes } },
  });
  const forgeries = {
    'the wrong key': { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
    'half of the key': { challenge, solution: { ...solution, derivedKey: parameters.keyPrefix } },
    'a short key': { challenge, solution: { ...solution, derivedKey: 'abc' } },
    'no signature': { challenge: { parameters }, solution },
    'another signature': { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    'no key signature': { ...altered({ keySignature: undefined }), solution },
    'a lower cost': { ...altered({ cost: 1 }), solution },
    'a later end': { ...altered({ expiresAt: (parameters.expiresAt ?? 0) + 60 }), solution },
    'another phone': { ...altered({ data: { for: 'x'.repeat(22) } }), solution },
    'a higher price': { ...altered({ data: { ...parameters.data, seconds: 10 } }), solution },
    'no data': { ...altered({ data: undefined }), solution },
    'a nonce that is a list': { ...altered({ nonce: [parameters.nonce] }), solution },
    'no solution': { challenge },
    'a counter that is a text': { challenge, solution: { ...solution, counter: '1' } },
    'a list': [],
    nothing: null,
  };
  for (const [about, forgery] of Object.entries(forgeries))
    t.equal(await proofs.verify(encode(forgery as object), phone, now), null, about);
  for (const text of ['', '!', 'e30', Buffer.from('{').toString('base64'), '\u0000'])
    t.equal(await proofs.verify(text, phone, now), null, JSON.stringify(text));
});

t.test('more seconds are more work', async (t) => {
  const counters = async (count: number) => {
    const drawn: number[] = [];
    for (let round = 0; round < 6; round += 1)
      drawn.push((await solve(await proofs.challenge(phone, count, later(minute)))).solution.counter);
    return drawn;
  };
  for (const counter of await counters(0.02)) t.ok(counter < 8, 'of 8 attempts, 4 on average');
  for (const counter of await counters(0.1)) t.ok(counter < 40, 'of 40 attempts, 20 on average');
});
