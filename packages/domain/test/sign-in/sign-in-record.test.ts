import t from 'tap';
import type { ChallengeId } from '../../src/ids.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import {
  type CountedGuess,
  challengeState,
  countGuess,
  emptySignInRecord,
  forgetOwner,
  type KnownSource,
  redeem,
  requestCode,
  type SignInRecord,
  signInRetention,
  smsOf,
  withoutSms,
} from '../../src/sign-in/sign-in-record.ts';
import { after, day, hour, minute } from '../../src/time.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const ago = (span: number) => after(now, -span);
const [home, work] = ['203.0.113.0/24', '198.51.100.0/24'];
const challenge = { id: 'c' as ChallengeId, createdAt: now, tries: 0, redeemedAt: null };
const freshId = 'fresh' as ChallengeId;
const seen = (network: string, signedInAt: Date, ...guesses: Date[]): KnownSource => ({
  network,
  signedInAt,
  guesses,
});
const recordOf = (changes: Partial<SignInRecord>): SignInRecord => ({
  ...emptySignInRecord,
  challenge,
  ...changes,
});
const guessOf = (changes: Partial<CountedGuess> = {}): CountedGuess => ({
  challenge,
  network: home,
  at: now,
  source: 'unknown',
  ...changes,
});

t.test('a challenge is redeemed, expired after five minutes, dead after three tries, or open', async (t) => {
  const lifetime = 5 * minute;
  t.equal(challengeState({ ...challenge, redeemedAt: now }, now), 'redeemed');
  t.equal(challengeState(challenge, after(now, lifetime)), 'expired');
  t.equal(challengeState(challenge, after(now, lifetime - 1)), 'open');
  t.equal(challengeState({ ...challenge, tries: 3 }, now), 'dead');
  t.equal(challengeState({ ...challenge, tries: 2 }, now), 'open');
});

t.test('a new code keeps what still counts and forgets the rest', async (t) => {
  const record = recordOf({
    challenge: null,
    smsSentAt: [ago(day), ago(day - 1)],
    guesses: [ago(30 * day), ago(30 * day - 1), ago(2 * day)],
    sources: [
      seen('old', ago(90 * day)),
      seen(home, ago(90 * day - 1), ago(day), ago(day - 1)),
      seen(work, ago(31 * day)),
    ],
  });
  const fresh = { id: freshId, codeKey: 'k', createdAt: now, tries: 0, redeemedAt: null };
  t.strictSame(requestCode(record, { id: freshId, codeKey: 'k' }, now), {
    kind: 'send',
    challenge: fresh,
    record: {
      challenge: fresh,
      smsSentAt: [ago(day - 1), now],
      guesses: [ago(30 * day - 1), ago(2 * day)],
      sources: [seen(home, ago(90 * day - 1), ago(day - 1)), seen(work, ago(31 * day))],
    },
  });
});

t.test('an open challenge is sent again after the pause, a closed one is replaced', async (t) => {
  const record = (tries: number) => recordOf({ challenge: { ...challenge, tries }, smsSentAt: [now] });
  const request = (tries: number, wait: number) =>
    requestCode(record(tries), { id: freshId }, after(now, wait));
  t.strictSame(request(2, 30_000 - 1), {
    kind: 'already_sent',
    record: record(2),
    challenge: { ...challenge, tries: 2 },
  });
  t.hasStrict(request(2, 30_000), { kind: 'send', challenge: { id: 'c', tries: 2 } });
  t.hasStrict(request(3, 30_000), { kind: 'send', challenge: { id: freshId, tries: 0 } });
});

t.test('at most five SMS are sent per hour and ten per day', async (t) => {
  const sent = (count: number, apart: number) =>
    Array.from({ length: count }, (_, index) => ago((count - index) * apart));
  const request = (smsSentAt: readonly Date[]) => requestCode(recordOf({ smsSentAt }), { id: freshId }, now);
  t.equal(request(sent(4, minute)).kind, 'send');
  t.strictSame(request(sent(5, minute)), { kind: 'too_many', retryAt: after(now, 55 * minute), limit: 5 });
  t.equal(request(sent(9, 2 * hour)).kind, 'send');
  t.strictSame(request(sent(10, 2 * hour)), { kind: 'too_many', retryAt: after(now, 4 * hour), limit: 10 });
});

t.test('only the SMS that no provider took is removed', async (t) => {
  const smsSentAt = [ago(hour), ago(minute), now];
  t.strictSame(withoutSms(recordOf({ smsSentAt }), ago(minute)), recordOf({ smsSentAt: [ago(hour), now] }));
  t.strictSame(withoutSms(recordOf({ smsSentAt }), ago(2)), recordOf({ smsSentAt }));
  const twice = recordOf({ smsSentAt: [now, now] });
  t.strictSame(withoutSms(twice, now), recordOf({ smsSentAt: [now] }), 'one of two at the same instant');
});

t.test('a guess from an unknown network is charged to all unknown networks', async (t) => {
  const sources = [seen(work, ago(day))];
  const counted = { ...challenge, tries: 1 };
  t.strictSame(countGuess(recordOf({ sources, guesses: [ago(hour)] }), home, null, now), {
    guess: guessOf({ challenge: counted }),
    record: recordOf({ challenge: counted, sources, guesses: [ago(hour), now] }),
  });
});

t.test('a guess from a known network is charged to that network alone', async (t) => {
  const sources = [seen(work, ago(day), ago(hour)), seen(home, ago(2 * day))];
  const counted = { ...challenge, tries: 1 };
  t.strictSame(countGuess(recordOf({ sources }), home, challenge.id, now), {
    guess: guessOf({ challenge: counted, source: 'known' }),
    record: recordOf({
      challenge: counted,
      sources: [sources[0] as KnownSource, seen(home, ago(2 * day), now)],
    }),
  });
});

t.test('a network is known for 90 days', async (t) => {
  const source = (since: number) =>
    countGuess(recordOf({ sources: [seen(home, ago(since))] }), home, null, now)?.guess.source;
  t.equal(source(31 * day), 'known');
  t.equal(source(90 * day - 1), 'known');
  t.equal(source(90 * day), 'unknown');
});

t.test('a record is kept for as long as any part of it counts', async (t) => {
  const { smsCaps, unknownGuesses, knownGuesses, knownSourceLifetime, challengeLifetime } = signInPolicy;
  const spans = [...smsCaps, ...unknownGuesses, ...knownGuesses].map(({ span }) => span);
  t.equal(signInRetention, Math.max(...spans, knownSourceLifetime, challengeLifetime));
});

t.test('a guess is not counted without an open challenge, for another one or over the budget', async (t) => {
  const spent = (count: number, span: number) => Array.from({ length: count }, () => ago(span));
  const counts = (changes: Partial<SignInRecord>, id: ChallengeId | null = null) =>
    countGuess(recordOf(changes), home, id, now) !== null;
  t.equal(counts({ challenge: null }), false);
  t.equal(counts({ challenge: { ...challenge, tries: 3 } }), false);
  t.equal(counts({ challenge: { ...challenge, redeemedAt: now } }), false);
  t.equal(counts({ challenge: { ...challenge, createdAt: ago(5 * minute) } }), false);
  t.equal(counts({}, freshId), false);
  t.equal(counts({}, challenge.id), true);
  t.equal(counts({ guesses: spent(6, hour) }), false, 'six a day from unknown networks');
  t.equal(counts({ guesses: spent(5, hour) }), true);
  t.equal(counts({ guesses: spent(6, day) }), true);
  t.equal(counts({ guesses: spent(20, 2 * day) }), false, 'twenty in 30 days');
  t.equal(counts({ guesses: spent(19, 2 * day) }), true);
  t.equal(
    counts({ sources: [seen(home, ago(day), ...spent(4, hour))] }),
    false,
    'four a day from a known one',
  );
  t.equal(counts({ sources: [seen(home, ago(day), ...spent(3, hour))] }), true);
  t.equal(
    counts({ sources: [seen(work, ago(day), ...spent(4, hour))] }),
    true,
    'another’s guesses are not its',
  );
});

t.test('a right guess no longer counts, uses up the challenge and makes the network known', async (t) => {
  const record = recordOf({ guesses: [ago(hour), now] });
  t.strictSame(redeem(record, guessOf(), after(now, 1)), {
    redeemed: true,
    record: {
      challenge: { ...challenge, redeemedAt: after(now, 1) },
      smsSentAt: [],
      guesses: [ago(hour)],
      sources: [seen(home, after(now, 1))],
    },
  });
});

t.test('a known network keeps its wrong guesses and moves to the end, once', async (t) => {
  const sources = [seen(home, ago(day), ago(hour), now), seen(work, ago(2 * day), now)];
  const { record, redeemed } = redeem(recordOf({ sources }), guessOf({ source: 'known' }), now);
  t.equal(redeemed, true);
  t.strictSame(record.sources, [seen(work, ago(2 * day), now), seen(home, now, ago(hour))]);
});

t.test('at most twenty networks are known; a further one replaces the least recently used', async (t) => {
  const sources = Array.from({ length: 20 }, (_, index) =>
    seen(`10.0.${index}.0/24`, ago((20 - index) * hour)),
  );
  const kept = (network: string) =>
    redeem(recordOf({ sources }), guessOf({ network }), now).record.sources.map((source) => source.network);
  const networks = sources.map(({ network }) => network);
  t.equal(signInPolicy.knownSources, 20);
  t.strictSame(kept(home), [...networks.slice(1), home]);
  t.strictSame(
    kept('10.0.3.0/24'),
    [...networks.toSpliced(3, 1), '10.0.3.0/24'],
    'a known one takes no place',
  );
});

t.test(
  'a right guess does not sign in when the challenge was used, replaced or removed meanwhile',
  async (t) => {
    const guesses = [ago(hour), now];
    const others = [{ ...challenge, redeemedAt: now }, { ...challenge, id: freshId }, null];
    for (const other of others)
      t.strictSame(redeem(recordOf({ challenge: other, guesses }), guessOf(), now), {
        redeemed: false,
        record: recordOf({ challenge: other, guesses: [ago(hour)] }),
      });
  },
);

t.test('a sign-in gives back the SMS of its own challenge alone', async (t) => {
  const smsSentAt = [ago(hour), ago(minute), now];
  const record = recordOf({ smsSentAt });
  t.strictSame(smsOf(record, { ...challenge, createdAt: ago(minute) }), [ago(minute), now]);
});

t.test('an erased owner leaves the budgets as they are, and no network', async (t) => {
  const record = recordOf({ smsSentAt: [now], guesses: [now], sources: [seen(home, now)] });
  t.strictSame(forgetOwner(record), { ...record, sources: [] });
});
