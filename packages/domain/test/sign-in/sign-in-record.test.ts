import t from 'tap';
import type { ChallengeId } from '../../src/ids.ts';
import type { Challenge } from '../../src/sign-in/challenge.ts';
import { codeState } from '../../src/sign-in/code/code-state.ts';
import { type CallerKind, signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { forgetOwner, kindOf, pruneRecord, signInRetention } from '../../src/sign-in/sign-in-record.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { ago, challenge, freshId, home, knownNetwork, now, recordOf, unknown, work } from './record-scene.ts';

const stateOf = (one: Challenge | null, kind: CallerKind, at = now, challengeId: ChallengeId | null = null) =>
  codeState({ challenge: one }, { kind, at, challengeId });

t.test('a code is redeemed, expired after five minutes, tried three times, or open', async (t) => {
  const lifetime = 5 * minute;
  const tried = (unknown: number) => ({ ...challenge, tries: { known: 3 - unknown, unknown } });
  t.equal(stateOf(null, 'known'), 'none');
  t.equal(stateOf(challenge, 'known', now, challenge.id), 'open');
  t.equal(stateOf(challenge, 'known', now, freshId), 'none', 'another one is named');
  t.equal(stateOf({ ...challenge, redeemedAt: now }, 'known'), 'redeemed');
  t.equal(stateOf(challenge, 'known', after(now, lifetime)), 'expired');
  t.equal(stateOf(challenge, 'known', after(now, lifetime - 1)), 'open');
  t.equal(stateOf(tried(3), 'unknown'), 'tried');
  t.equal(stateOf(tried(3), 'known'), 'open', 'the other kind has tries of its own');
  t.equal(stateOf(tried(2), 'unknown'), 'open');
});

t.test('a tried code is awaited while the other kind requested it and can redeem it', async (t) => {
  const tried = { ...challenge, tries: { known: 3, unknown: 2 } };
  t.equal(stateOf(tried, 'known'), 'awaited');
  t.equal(stateOf({ ...tried, requestedBy: ['known'] }, 'known'), 'tried', 'not requested');
  t.equal(stateOf({ ...tried, tries: { known: 3, unknown: 3 } }, 'known'), 'tried', 'used up');
  t.equal(stateOf(tried, 'known', after(now, 5 * minute)), 'expired');
  const byKnown: Challenge = { ...tried, requestedBy: ['known'], tries: { known: 0, unknown: 3 } };
  t.equal(stateOf(byKnown, 'unknown'), 'awaited');
});

t.test('a caller is known by a network of the last 90 days or by a device', async (t) => {
  const kind = (since: number, network: string | undefined, hasKnownDevice = false) =>
    kindOf(recordOf({ networks: [knownNetwork(home, ago(since))] }), { network, hasKnownDevice }, now);
  t.equal(kind(31 * day, home), 'known');
  t.equal(kind(90 * day - 1, home), 'known');
  t.equal(kind(90 * day, home), 'unknown');
  t.equal(kind(day, work), 'unknown');
  t.equal(kind(day, undefined), 'unknown');
  t.equal(kind(90 * day, work, true), 'known');
});

t.test('known callers who have spent the guesses of a month count as unknown ones', async (t) => {
  const kind = (count: number, span: number) => {
    const times = Array.from({ length: count }, () => ago(span));
    const record = recordOf({
      networks: [knownNetwork(home, ago(day))],
      guesses: { known: times, unknown: [] },
    });
    return kindOf(record, { network: home, hasKnownDevice: true }, now);
  };
  t.equal(kind(11, hour), 'known');
  t.equal(kind(12, hour), 'unknown');
  t.equal(kind(12, 30 * day - 1), 'unknown');
  t.equal(kind(12, 30 * day), 'known');
});

t.test('a record keeps what still counts and forgets the rest', async (t) => {
  const record = recordOf({
    sms: { known: [ago(day), ago(hour)], unknown: [ago(day), ago(day - 1)] },
    guesses: {
      known: [ago(30 * day), ago(30 * day - 1)],
      unknown: [ago(30 * day), ago(30 * day - 1), ago(2 * day)],
    },
    networks: [
      knownNetwork('old', ago(90 * day)),
      knownNetwork(home, ago(90 * day - 1)),
      knownNetwork(work, ago(31 * day)),
    ],
  });
  t.strictSame(pruneRecord(record, now), {
    challenge,
    sms: { known: [ago(hour)], unknown: [ago(day - 1)] },
    guesses: { known: [ago(30 * day - 1)], unknown: [ago(30 * day - 1), ago(2 * day)] },
    networks: [knownNetwork(home, ago(90 * day - 1)), knownNetwork(work, ago(31 * day))],
  });
});

t.test('a record is kept for as long as any part of it counts', async (t) => {
  const { sms, guesses, knownNetworkLifetime, challengeLifetime } = signInPolicy;
  const spans = [...sms.known, ...sms.unknown, ...guesses.known, ...guesses.unknown].map(({ span }) => span);
  t.equal(signInRetention, Math.max(...spans, knownNetworkLifetime, challengeLifetime));
});

t.test('an erased owner leaves the budgets as they are, and no network', async (t) => {
  const record = recordOf({ sms: unknown(now), guesses: unknown(now), networks: [knownNetwork(home, now)] });
  t.strictSame(forgetOwner(record), { ...record, networks: [] });
});
