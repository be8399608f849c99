import { randomBytes } from 'node:crypto';
import { type ChallengeId, parseId } from '@event-platform/domain';
import t from 'tap';
import { hmacSignInCodes } from '../../src/crypto/hmac-sign-in-codes.ts';
import { randomTokens, systemClock, uuidSource } from '../../src/crypto/node-sources.ts';
import { refreshSecret } from '../../src/crypto/refresh-secret.ts';

const phone = '+491713920037';
const ids = uuidSource();
const challenge = (): ChallengeId => ids.next() as ChallengeId;

t.test('derives the same code each time, and another for another pepper, challenge or phone', async (t) => {
  const pepper = randomBytes(32);
  const challenges = Array.from({ length: 50 }, challenge);
  const codes = (key: Buffer, to: string) => challenges.map((id) => hmacSignInCodes(key).derive(id, to));
  t.same(codes(pepper, phone), codes(pepper, phone));
  t.notSame(codes(pepper, phone), codes(randomBytes(32), phone));
  t.notSame(codes(pepper, phone), codes(pepper, '+491713920064'));
  t.ok(new Set(codes(pepper, phone)).size > 40);
});

t.test('derives four-digit codes, evenly distributed', async (t) => {
  const { derive } = hmacSignInCodes(Buffer.alloc(32, 7));
  const draws = 200_000;
  const counts = new Uint32Array(10_000);
  for (let index = 0; index < draws; index += 1) {
    const code = derive(`challenge-${index}` as ChallengeId, phone);
    if (!/^\d{4}$/.test(code)) t.fail(code);
    counts[Number(code)] = (counts[Number(code)] ?? 0) + 1;
  }
  const chiSquareOf = (bins: readonly number[]) => {
    const expected = draws / bins.length;
    return bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  };
  // 9,999 degrees of freedom: mean 9,999, standard deviation 141; five of them away is not chance.
  t.ok(Math.abs(chiSquareOf([...counts]) - 9_999) < 5 * 141, 'over all codes');
  // A remainder of 65,536 would favour the codes below 5,536 by a sixth.
  const low = counts.subarray(0, 5_536).reduce((sum, count) => sum + count, 0);
  t.ok(Math.abs(low - draws * 0.5536) < 5 * Math.sqrt(draws * 0.5536 * 0.4464), 'no bias of a remainder');
});

t.test('derives the refresh key from the pepper alone, and not as a part of it', async (t) => {
  const pepper = randomBytes(32);
  t.same(refreshSecret(pepper), refreshSecret(Buffer.from(pepper)));
  t.equal(refreshSecret(pepper).length, 32);
  t.notSame(refreshSecret(pepper), pepper);
  t.notSame(refreshSecret(pepper), refreshSecret(randomBytes(32)));
});

t.test(
  'ids are increasing lower-case UUIDv7; tokens are 192 bits; the clock has whole milliseconds',
  async (t) => {
    const made = Array.from({ length: 5_000 }, () => ids.next());
    t.same(made, [...made].sort());
    t.ok(made.every((id) => parseId(id) === id && id[14] === '7'));
    const tokens = Array.from({ length: 1_000 }, () => randomTokens().next());
    t.ok(tokens.every((token) => /^[A-Za-z0-9_-]{32}$/.test(token)));
    t.equal(new Set(tokens).size, tokens.length);
    t.equal(systemClock().now().getTime() % 1, 0);
  },
);
