import t from 'tap';
import type { Challenge } from '../../../src/sign-in/challenge.ts';
import { startEvent, transition, transitions } from '../../../src/sign-in/code/transitions.ts';
import { type CallerKind, signInPolicy, waitFor } from '../../../src/sign-in/sign-in-policy.ts';
import type { SignInRecord } from '../../../src/sign-in/sign-in-record.ts';
import { after, hour, minute } from '../../../src/time.ts';
import { ago, challenge, freshId, now, ofKnownCallers, recordOf, unknown } from '../record-scene.ts';

const share = 'unknownCallers' as const;
const ask = (record: SignInRecord, kind: CallerKind = 'unknown', at = now) => {
  const start = { kind, at, challengeId: null, share, fresh: { id: freshId, codeKey: 'k' } };
  const wait = waitFor(record.sms[kind], signInPolicy.sms[kind], at);
  const { record: changed, outcome } = transition(startEvent(record, start, wait), record, start);
  return { outcome, record: changed, challenge: (changed ?? record).challenge, wait };
};

t.test('a first request makes a challenge and counts an SMS for its kind of caller', async (t) => {
  for (const kind of ['known', 'unknown'] as const) {
    const fresh = {
      id: freshId,
      codeKey: 'k',
      createdAt: now,
      tries: { known: 0, unknown: 0 },
      requestedBy: [kind],
      sms: [{ at: now, share }],
      redeemedAt: null,
      redemption: null,
    };
    t.hasStrict(ask(recordOf({ challenge: null }), kind), {
      outcome: 'send',
      challenge: fresh,
      record: recordOf({ challenge: fresh, sms: { known: [], unknown: [], [kind]: [now] } }),
    });
  }
});

t.test('an open challenge is sent again after the pause, a closed one is replaced', async (t) => {
  const record = (tries: number) =>
    recordOf({ challenge: { ...challenge, tries: { known: 0, unknown: tries } }, sms: unknown(now) });
  const request = (tries: number, wait: number) => ask(record(tries), 'unknown', after(now, wait));
  t.hasStrict(request(2, 30_000 - 1), {
    outcome: 'already_sent',
    record: null,
    challenge: record(2).challenge,
  });
  t.hasStrict(request(2, 30_000), { outcome: 'send', challenge: { id: 'c', tries: { unknown: 2 } } });
  t.hasStrict(request(3, 30_000), { outcome: 'send', challenge: { id: freshId, tries: { unknown: 0 } } });
  t.hasStrict(ask(recordOf({}), 'unknown', after(now, 5 * minute)), { challenge: { id: freshId } });
});

t.test('the pause holds for both kinds; who requests within it is noted', async (t) => {
  const request = ask(recordOf({ sms: unknown(ago(minute / 6)) }), 'known');
  const both = { ...challenge, requestedBy: ['unknown', 'known'] };
  t.hasStrict(request, { outcome: 'already_sent', challenge: both, record: { challenge: both } });
  t.equal(ask(recordOf({ sms: ofKnownCallers(ago(minute / 6)) }), 'unknown').outcome, 'already_sent');
});

t.test('a code that the other kind awaits is neither replaced nor sent again', async (t) => {
  const both: Challenge = { ...challenge, requestedBy: ['known', 'unknown'] };
  const used: Challenge = { ...both, tries: { known: 1, unknown: 3 } };
  t.hasStrict(ask(recordOf({ challenge: used })), {
    outcome: 'already_sent',
    record: null,
    challenge: used,
  });
  t.hasStrict(ask(recordOf({ challenge: used }), 'known'), { outcome: 'send', challenge: { id: 'c' } });
  const usedByBoth = { ...both, tries: { known: 3, unknown: 3 } };
  t.hasStrict(ask(recordOf({ challenge: usedByBoth })), { outcome: 'send', challenge: { id: freshId } });
});

t.test('each kind of caller has SMS of its own: 5 an hour and 10 a day, known ones 3 and 6', async (t) => {
  const codes = (count: number, apart: number) =>
    Array.from({ length: count }, (_, index) => ago((count - index) * apart));
  const request = (kind: CallerKind, ...events: readonly Date[]) =>
    ask(recordOf({ challenge: null, sms: { known: [], unknown: [], [kind]: events } }), kind);
  const tooMany = (retryAt: Date, limit: number) => ({
    ...{ outcome: 'too_many', record: null },
    wait: { until: retryAt, limit },
  });
  for (const [kind, hourly, daily] of [
    ['unknown', 5, 10],
    ['known', 3, 6],
  ] as const) {
    t.equal(request(kind, ...codes(hourly - 1, minute)).outcome, 'send');
    const spent = codes(hourly, minute);
    t.hasStrict(request(kind, ...spent), tooMany(after(now, (60 - hourly) * minute), hourly));
    t.equal(request(kind, ...codes(daily - 1, 2 * hour)).outcome, 'send');
    t.hasStrict(
      request(kind, ...codes(daily, 2 * hour)),
      tooMany(after(now, (24 - 2 * daily) * hour), daily),
    );
    const other = kind === 'known' ? 'unknown' : 'known';
    const byOther = recordOf({
      challenge: null,
      sms: { known: [], unknown: [], [other]: codes(99, minute) },
    });
    t.equal(ask(byOther, kind).outcome, 'send', 'the other kind’s are not its');
  }
});

t.test('only the SMS that was not sent is removed', async (t) => {
  const withoutSms = (record: SignInRecord, kind: CallerKind, at: Date) =>
    transition(transitions.smsNotSent, record, { kind, at, challengeId: null }).record ?? record;
  const times = [ago(hour), ago(minute), now];
  const sms = times.map((at) => ({ at, share }));
  const record = recordOf({ challenge: { ...challenge, sms }, sms: unknown(...times) });
  t.strictSame(
    withoutSms(record, 'unknown', ago(minute)),
    recordOf({
      challenge: { ...challenge, sms: sms.toSpliced(1, 1) },
      sms: unknown(ago(hour), now),
    }),
  );
  t.strictSame(withoutSms(record, 'unknown', ago(2)), record);
  t.strictSame(withoutSms(record, 'known', ago(2)), record, 'of this kind alone');
  const twice = recordOf({ challenge: null, sms: unknown(now, now) });
  t.strictSame(withoutSms(twice, 'unknown', now).sms, unknown(now), 'one of two at the same instant');
});
