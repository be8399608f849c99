import t from 'tap';
import type { ChallengeId } from '../../../src/ids.ts';
import type { Attempt } from '../../../src/sign-in/code/code-state.ts';
import { guessEvent, transition, transitions } from '../../../src/sign-in/code/transitions.ts';
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

const guessOf = (kind: CallerKind = 'unknown'): Attempt => ({ kind, at: now, challengeId: challenge.id });

const guess = (record: SignInRecord, kind: CallerKind, challengeId: ChallengeId | null = null) => {
  const attempt = { kind, at: now, challengeId };
  return transition(guessEvent(record, attempt, signInPolicy), record, attempt);
};

const right = (record: SignInRecord, network: string, at = now, kind: CallerKind = 'unknown') =>
  transition(transitions.rightCode, record, { ...guessOf(kind), network, now: at, redemption: null });

t.test('a guess is charged to its kind of caller alone', async (t) => {
  const record = recordOf({ guesses: { known: [ago(hour)], unknown: [ago(minute)] } });
  const byUnknown = { ...challenge, tries: { known: 0, unknown: 1 } };
  t.strictSame(guess(record, 'unknown'), {
    outcome: 'compare',
    record: recordOf({
      challenge: byUnknown,
      guesses: { known: [ago(hour)], unknown: [ago(minute), now] },
    }),
  });
  const byKnown = { ...challenge, tries: { known: 1, unknown: 0 } };
  t.strictSame(guess(record, 'known', challenge.id), {
    outcome: 'compare',
    record: recordOf({ challenge: byKnown, guesses: { known: [ago(hour), now], unknown: [ago(minute)] } }),
  });
});

t.test(
  'a guess is not counted without a challenge that is open to its kind, or for another one',
  async (t) => {
    const outcome = (changes: Partial<SignInRecord>, id: ChallengeId | null = null) => {
      const { outcome, record } = guess(recordOf(changes), 'unknown', id);
      t.equal(record === null, outcome !== 'compare', outcome);
      return outcome;
    };
    t.equal(outcome({ challenge: null }), 'code_not_requested');
    t.equal(outcome({ challenge: { ...challenge, tries: { known: 0, unknown: 3 } } }), 'tries_spent');
    t.equal(outcome({ challenge: { ...challenge, tries: { known: 3, unknown: 2 } } }), 'compare');
    t.equal(outcome({ challenge: { ...challenge, redeemedAt: now } }), 'code_used');
    t.equal(outcome({ challenge: { ...challenge, createdAt: ago(5 * minute) } }), 'code_expired');
    t.equal(outcome({}, freshId), 'code_not_requested');
    t.equal(outcome({}, challenge.id), 'compare');
  },
);

t.test('each kind of caller has a budget of wrong guesses', async (t) => {
  const spent = (count: number, span: number) => Array.from({ length: count }, () => ago(span));
  const counts = (kind: CallerKind, ...guesses: readonly Date[]) =>
    guess(recordOf({ guesses: { known: [], unknown: [], [kind]: guesses } }), kind).outcome !==
    'guesses_spent';
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
  t.equal(guess(byStrangers, 'known').outcome, 'compare', 'the others’ guesses are not its');
});

t.test('a guess that was not judged takes nothing', async (t) => {
  const record = recordOf({ guesses: unknown(ago(hour)) });
  const counted = guess(record, 'unknown').record ?? record;
  const returned = (one: SignInRecord) => transition(transitions.guessNotAdmitted, one, guessOf()).record;
  t.strictSame(returned(counted), record);
  const replaced = { ...counted, challenge: { ...challenge, id: freshId } };
  t.strictSame(returned(replaced), { ...record, challenge: { ...challenge, id: freshId } });
});

t.test('a right guess no longer counts, uses up the challenge and makes the network known', async (t) => {
  const record = recordOf({ guesses: unknown(ago(hour), now) });
  t.strictSame(right(record, home, after(now, 1)), {
    outcome: 'sign_in',
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
  const signedIn = right(record, home, now, 'known');
  t.equal(signedIn.outcome, 'sign_in');
  t.strictSame(signedIn.record?.networks, [knownNetwork(work, ago(2 * day)), knownNetwork(home, now)]);
  t.strictSame(signedIn.record?.guesses, ofKnownCallers(ago(hour)));
});

t.test('at most twenty networks are known; a further one replaces the least recently used', async (t) => {
  const networks = Array.from({ length: 20 }, (_, index) =>
    knownNetwork(`10.0.${index}.0/24`, ago((20 - index) * hour)),
  );
  const storedRecord = (network: string) =>
    right(recordOf({ networks }), network).record?.networks.map((one) => one.network);
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
      t.strictSame(right(recordOf({ challenge: other, guesses }), home), {
        outcome: 'code_used',
        record: recordOf({ challenge: other, guesses: unknown(ago(hour)) }),
      });
  },
);
