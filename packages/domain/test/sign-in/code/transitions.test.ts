import fc from 'fast-check';
import t from 'tap';
import type { ChallengeId, SessionId } from '../../../src/ids.ts';
import { codeState, codeStates } from '../../../src/sign-in/code/code-state.ts';
import type { RightGuess, Start } from '../../../src/sign-in/code/record-changes.ts';
import {
  guessEvent,
  startEvent,
  type Transition,
  transition,
  transitions,
} from '../../../src/sign-in/code/transitions.ts';
import { callerKinds, signInPolicy, waitFor } from '../../../src/sign-in/sign-in-policy.ts';
import { emptySignInRecord } from '../../../src/sign-in/sign-in-record.ts';
import { after, day, hour, minute, second } from '../../../src/time.ts';
import { now as firstInstant, freshId, home } from '../record-scene.ts';

type Facts = Start & RightGuess;
type Row = Readonly<Record<(typeof codeStates)[number], Transition<Facts>>>;

const sessionId = 'session' as SessionId;
const table = Object.entries<Row>(transitions);

const must = (holds: boolean, promise: string) => {
  if (!holds) throw new Error(`broken: ${promise}`);
};

/** One record that events change as the table says; each change is held against what sign-in promises. */
const phoneRecord = (reached: Set<string>) => {
  let record = emptySignInRecord;
  const happens = (event: Row, facts: Facts) => {
    const { kind, at } = facts;
    const other = { ...facts, kind: kind === 'known' ? 'unknown' : 'known', challengeId: null } as const;
    const old = record;
    const state = codeState(old, facts);
    const { outcome, record: changed } = transition(event, old, facts);
    record = changed ?? old;
    reached.add(`${table.find(([, row]) => row === event)?.[0]} ${state}`);

    const { to } = event[state];
    must((to.length > 0 ? to : [state]).includes(codeState(record, facts)), 'it leads where the table says');
    const isAwaited = old.challenge?.requestedBy.includes(other.kind) && codeState(old, other) === 'open';
    must(
      !isAwaited || record.challenge?.id === old.challenge?.id,
      'no code is taken from callers who await it',
    );
    must((record.challenge?.tries[kind] ?? 0) <= signInPolicy.triesPerChallenge, 'a code has three tries');
    const counts = (list: 'sms' | 'guesses') =>
      record[list][kind].at(-1) === at && !waitFor(old[list][kind], signInPolicy[list][kind], at);
    if (outcome === 'compare') must(counts('guesses'), 'what is compared was counted, within the budgets');
    if (outcome === 'send') {
      must(counts('sms'), 'an SMS is counted, within the budgets');
      must(codeState(record, facts) === 'open', 'who gets an SMS may redeem its code');
      const sent = callerKinds.flatMap((one) => old.sms[one]);
      must(!sent.some((sms) => after(sms, signInPolicy.smsPause) > at), 'SMS keep a pause');
    }
    if (event === transitions.rightCode) {
      const isThere = old.challenge?.id === facts.challengeId && !old.challenge?.redeemedAt;
      must((outcome === 'sign_in') === isThere, 'a right code signs in, and once');
      must((outcome === 'repeat') === (state === 'repeatable'), 'its client may ask again');
      must(outcome !== 'repeat' || codeState(record, facts) === 'redeemed', 'and once');
      must(!record.guesses[kind].includes(at), 'a right guess takes nothing');
    }
    return outcome;
  };
  return { happens, current: () => record };
};

/** Values as often as their weights say. */
const often = <Value>(...weighted: readonly (readonly [weight: number, ...values: readonly Value[]])[]) =>
  fc.oneof(...weighted.map(([weight, ...values]) => ({ weight, arbitrary: fc.constantFrom(...values) })));

const steps = fc.array(
  fc.record({
    does: often([6, 'start', 'guess'], [3, 'judge'], [1, 'name another', 'unsent']),
    by: fc.constantFrom(...callerKinds),
    isOwn: fc.boolean(),
    verdict: often([4, 'wrongCode' as const], [1, 'rightCode' as const, 'guessNotAdmitted' as const]),
    wait: often([12, 1, second, 10 * second], [10, 31 * second], [3, 4.9 * minute], [1, hour, day]),
  }),
  { maxLength: 100, size: 'max' },
);

t.test('no sequence of events breaks what sign-in promises, and the table is all that happens', async (t) => {
  const reached = new Set<string>();
  const walk = fc.property(steps, (sequence) => {
    const { happens, current } = phoneRecord(reached);
    // Other events come between an SMS or a guess and its end.
    const [sms, guesses]: [Facts[], Facts[]] = [[], []];
    let now = firstInstant;
    for (const [index, { does, by: kind, verdict, wait, isOwn }] of sequence.entries()) {
      now = after(now, wait);
      const names = { keyHashes: isOwn ? ['own'] : [], isNamed: false };
      const redemption = isOwn ? { sessionId, keyHash: 'own', isNamed: false } : null;
      const fresh = { id: `code ${index}` as ChallengeId, codeKey: 'key' };
      const facts: Facts = {
        kind,
        at: now,
        now,
        challengeId: null,
        share: 'accounts',
        fresh,
        network: home,
        names,
        redemption,
      };
      const budget = waitFor(current().sms[kind], signInPolicy.sms[kind], now);
      if (does === 'start' && happens(startEvent(current(), facts, budget), facts) === 'send')
        sms.push(facts);
      const guess = does === 'name another' ? { ...facts, challengeId: freshId } : facts;
      if (does === 'guess' || does === 'name another')
        if (happens(guessEvent(current(), guess, signInPolicy), guess) === 'compare')
          guesses.push({ ...facts, challengeId: current().challenge?.id ?? null });
      const [unsent, judged] = [does === 'unsent' && sms.pop(), does === 'judge' && guesses.shift()];
      if (unsent) happens(transitions.smsNotSent, unsent);
      if (judged) happens(transitions[verdict], { ...judged, now });
    }
  });
  fc.assert(walk, { numRuns: 1000, seed: 1 });
  const cells = table.flatMap(([event]) => codeStates.map((state) => `${event} ${state}`));
  // An SMS makes a code, and an attempt ends in the state that it began in, as far as time is concerned.
  const never = ['startWithinPause none', 'startOverBudget none', 'smsNotSent none'];
  for (const event of ['smsNotSent', 'guessNotAdmitted', 'wrongCode', 'rightCode'])
    never.push(`${event} expired`);
  t.strictSame(
    cells.filter((cell) => !reached.has(cell)),
    cells.filter((cell) => never.includes(cell)),
  );
});
