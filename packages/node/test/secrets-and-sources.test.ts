import { randomBytes } from 'node:crypto';
import { type Challenge, type ChallengeId, parseId, type SignInCodes } from '@event-platform/domain';
import t from 'tap';
import { hmacSignInCodes } from '../src/hmac-sign-in-codes.ts';
import { keyedHashes } from '../src/keyed-hashes.ts';
import { randomTokens, systemClock, uuidSource } from '../src/node-sources.ts';
import { pepperKey } from '../src/pepper-key.ts';

const phone = '+491713920037';
const ids = uuidSource();
const challenge = (): ChallengeId => ids.next() as ChallengeId;

t.test('derives the same code each time, and another for another pepper, challenge or phone', async (t) => {
  const pepper = randomBytes(32);
  const challenges = Array.from({ length: 50 }, challenge);
  const codes = (key: Buffer, to: string) =>
    challenges.map((id) => hmacSignInCodes([key]).derive({ id, codeKey: 'any' }, to));
  t.same(codes(pepper, phone), codes(pepper, phone));
  t.notSame(codes(pepper, phone), codes(randomBytes(32), phone));
  t.notSame(codes(pepper, phone), codes(pepper, '+491713920064'));
  t.ok(new Set(codes(pepper, phone)).size > 40);
});

t.test('derives four-digit codes, evenly distributed', async (t) => {
  const { derive } = hmacSignInCodes([Buffer.alloc(32, 7)]);
  const draws = 200_000;
  const counts = new Uint32Array(10_000);
  for (let index = 0; index < draws; index += 1) {
    const code = derive({ id: `challenge-${index}` as ChallengeId, codeKey: 'any' }, phone);
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

t.test('derives keys from the pepper alone, one for each use, and not as a part of it', async (t) => {
  const pepper = randomBytes(32);
  const refreshKey = pepperKey(pepper, 'refresh token');
  t.same(pepperKey(Buffer.from(pepper), 'refresh token'), refreshKey);
  t.equal(refreshKey.length, 32);
  t.notSame(refreshKey, pepper);
  t.notSame(pepperKey(pepper, 'audit log'), refreshKey);
  t.notSame(pepperKey(randomBytes(32), 'refresh token'), refreshKey);
});

t.test(
  'keeps a code through rotations of the pepper, and derives new ones from the new pepper',
  async (t) => {
    const [old, fresh, next] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const before = hmacSignInCodes([old]);
    const codeSet = Array.from({ length: 20 }, () => ({ id: challenge(), codeKey: before.currentKey }));
    const codesOf = (
      { derive }: SignInCodes,
      challenges: readonly Pick<Challenge, 'id' | 'codeKey'>[] = codeSet,
    ) => challenges.map((each) => derive(each, phone));
    const after = hmacSignInCodes([fresh, old]);
    t.same(codesOf(after), codesOf(before));
    t.same(codesOf(hmacSignInCodes([next, fresh, old])), codesOf(before));
    t.notSame(codesOf(hmacSignInCodes([fresh])), codesOf(before), 'not without the old pepper');
    t.equal(
      hmacSignInCodes([old, fresh]).currentKey,
      before.currentKey,
      'a new pepper can wait in the second place',
    );
    t.not(after.currentKey, before.currentKey);
    const later = codeSet.map(({ id }) => ({ id, codeKey: after.currentKey }));
    t.same(codesOf(after, later), codesOf(hmacSignInCodes([fresh]), later));
    t.throws(() => hmacSignInCodes([]), RangeError);
  },
);

t.test(
  'ids are increasing lower-case UUIDv7; tokens are 192 bits; the clock has whole milliseconds',
  async (t) => {
    const newIds = Array.from({ length: 5_000 }, () => ids.next());
    t.same(newIds, [...newIds].sort());
    t.ok(newIds.every((id) => parseId(id) === id && id[14] === '7'));
    const tokens = Array.from({ length: 1_000 }, () => randomTokens().next());
    t.ok(tokens.every((token) => /^[A-Za-z0-9_-]{32}$/.test(token)));
    t.equal(new Set(tokens).size, tokens.length);
    t.equal(systemClock().now().getTime() % 1, 0);
  },
);

t.test('hashes under the current pepper first, then under the ones before it', async (t) => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const hashes = keyedHashes([fresh, old], 'audit log').of('text');
  t.match(hashes, [/^[\w-]{22}$/, /^[\w-]{22}$/]);
  t.strictSame(hashes, [
    ...keyedHashes([fresh], 'audit log').of('text'),
    ...keyedHashes([old], 'audit log').of('text'),
  ]);
  t.notSame(keyedHashes([fresh], 'audit log').of('other')[0], hashes[0]);
  t.notSame(keyedHashes([fresh], 'refresh token').of('text')[0], hashes[0], 'another use');
  t.throws(() => keyedHashes([], 'audit log'), RangeError);
});
