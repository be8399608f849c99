import t from 'tap';
import type { ChallengeId } from '../../../src/ids.ts';
import {
  type CountedGuess,
  countGuess,
  redeem,
  returnGuess,
} from '../../../src/sign-in/guesses/count-guess.ts';
import { type CallerKind, signInPolicy } from '../../../src/sign-in/sign-in-policy.ts';
import type { SignInRecord } from '../../../src/sign-in/sign-in-record.ts';
import { after, day, hour, minute } from '../../../src/time.ts';
import {
  ago,
  challenge,
  freshId,
  home,
  knownNetwork,
  now,
  ofKnownCallers,
  recordOf,
  unknown,
  work,
} from '../record-scene.ts';

const guessOf = (changes: Partial<CountedGuess> = {}): CountedGuess => ({
  challenge,
  kind: 'unknown',
  at: now,
  ...changes,
});

t.test('a guess is charged to its kind of caller alone', async (t) => {
  const record = recordOf({ guesses: { known: [ago(hour)], unknown: [ago(minute)] } });
  const byUnknown = { ...challenge, tries: { known: 0, unknown: 1 } };
  t.strictSame(countGuess(record, 'unknown', null, now), {
    guess: guessOf({ challenge: byUnknown }),
    record: recordOf({
      challenge: byUnknown,
      guesses: { known: [ago(hour)], unknown: [ago(minute), now] },
    }),
  });
  const byKnown = { ...challenge, tries: { known: 1, unknown: 0 } };
  t.strictSame(countGuess(record, 'known', challenge.id, now), {
    guess: guessOf({ challenge: byKnown, kind: 'known' }),
    record: recordOf({ challenge: byKnown, guesses: { known: [ago(hour), now], unknown: [ago(minute)] } }),
  });
});

t.test(
  'a guess is not counted without a challenge that is open to its kind, or for another one',
  async (t) => {
    const counts = (changes: Partial<SignInRecord>, id: ChallengeId | null = null) =>
      countGuess(recordOf(changes), 'unknown', id, now) !== null;
    t.equal(counts({ challenge: null }), false);
    t.equal(counts({ challenge: { ...challenge, tries: { known: 0, unknown: 3 } } }), false);
    t.equal(counts({ challenge: { ...challenge, tries: { known: 3, unknown: 2 } } }), true);
    t.equal(counts({ challenge: { ...challenge, redeemedAt: now } }), false);
    t.equal(counts({ challenge: { ...challenge, createdAt: ago(5 * minute) } }), false);
    t.equal(counts({}, freshId), false);
    t.equal(counts({}, challenge.id), true);
  },
);

t.test('each kind of caller has a budget of wrong guesses', async (t) => {
  const spent = (count: number, span: number) => Array.from({ length: count }, () => ago(span));
  const counts = (kind: CallerKind, ...guesses: readonly Date[]) =>
    countGuess(recordOf({ guesses: { known: [], unknown: [], [kind]: guesses } }), kind, null, now) !== null;
  t.equal(counts('unknown', ...spent(6, hour)), false, 'six a day');
  t.equal(counts('unknown', ...spent(5, hour)), true);
  t.equal(counts('unknown', ...spent(6, day)), true);
  t.equal(counts('unknown', ...spent(20, 2 * day)), true, 'after twenty in 30 days one a day');
  t.equal(counts('unknown', ...spent(20, 2 * day), ago(day - 1)), false);
  t.equal(counts('unknown', ...spent(20, 2 * day), ago(day)), true);
  t.equal(counts('unknown', ...spent(19, 2 * day), ago(hour)), false);
  t.equal(counts('unknown', ...spent(18, 2 * day), ago(hour)), true);
  t.equal(counts('unknown', ...spent(19, 30 * day), ago(hour)), true);
  t.equal(counts('known', ...spent(4, hour)), false, 'four a day');
  t.equal(counts('known', ...spent(3, hour)), true);
  t.equal(counts('known', ...spent(12, 2 * day)), false, 'twelve in 30 days');
  t.equal(counts('known', ...spent(11, 2 * day)), true);
  t.equal(counts('known', ...spent(12, 30 * day)), true);
  const byStrangers = recordOf({ guesses: unknown(...spent(50, hour)) });
  t.ok(countGuess(byStrangers, 'known', null, now), 'the others’ guesses are not its');
});

t.test('a guess that was not judged takes nothing', async (t) => {
  const record = recordOf({ guesses: unknown(ago(hour)) });
  const counted = countGuess(record, 'unknown', null, now);
  if (!counted) return t.fail('was not counted');
  t.strictSame(returnGuess(counted.record, counted.guess), record);
  const replaced = { ...counted.record, challenge: { ...challenge, id: freshId } };
  t.strictSame(returnGuess(replaced, counted.guess), {
    ...record,
    challenge: { ...challenge, id: freshId },
  });
});

t.test('a right guess no longer counts, uses up the challenge and makes the network known', async (t) => {
  const record = recordOf({ guesses: unknown(ago(hour), now) });
  t.strictSame(redeem(record, guessOf(), home, after(now, 1)), {
    isRedeemed: true,
    sms: challenge.sms,
    record: recordOf({
      challenge: { ...challenge, redeemedAt: after(now, 1) },
      guesses: unknown(ago(hour)),
      networks: [knownNetwork(home, after(now, 1))],
    }),
  });
});

t.test('a known network moves to the end, once', async (t) => {
  const networks = [knownNetwork(home, ago(day)), knownNetwork(work, ago(2 * day))];
  const record = recordOf({ networks, guesses: ofKnownCallers(ago(hour), now) });
  const outcome = redeem(record, guessOf({ kind: 'known' }), home, now);
  t.equal(outcome.isRedeemed, true);
  t.strictSame(outcome.record.networks, [knownNetwork(work, ago(2 * day)), knownNetwork(home, now)]);
  t.strictSame(outcome.record.guesses, ofKnownCallers(ago(hour)));
});

t.test('at most twenty networks are known; a further one replaces the least recently used', async (t) => {
  const networks = Array.from({ length: 20 }, (_, index) =>
    knownNetwork(`10.0.${index}.0/24`, ago((20 - index) * hour)),
  );
  const storedRecord = (network: string) =>
    redeem(recordOf({ networks }), guessOf(), network, now).record.networks.map((one) => one.network);
  const names = networks.map(({ network }) => network);
  t.equal(signInPolicy.knownNetworks, 20);
  t.strictSame(storedRecord(home), [...names.slice(1), home]);
  t.strictSame(
    storedRecord('10.0.3.0/24'),
    [...names.toSpliced(3, 1), '10.0.3.0/24'],
    'a known one takes no place',
  );
});

t.test(
  'a right guess does not sign in when the challenge was used, replaced or removed meanwhile',
  async (t) => {
    const guesses = unknown(ago(hour), now);
    const others = [{ ...challenge, redeemedAt: now }, { ...challenge, id: freshId }, null];
    for (const other of others)
      t.strictSame(redeem(recordOf({ challenge: other, guesses }), guessOf(), home, now), {
        isRedeemed: false,
        record: recordOf({ challenge: other, guesses: unknown(ago(hour)) }),
      });
  },
);
