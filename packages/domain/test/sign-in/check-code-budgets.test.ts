import fc from 'fast-check';
import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { DomainError } from '../../src/problem.ts';
import { type CallerKind, signInPolicy, waitFor } from '../../src/sign-in/sign-in-policy.ts';
import { after, day, hour, minute, second } from '../../src/time.ts';
import { network, phone, wrong } from './sign-in-scene.ts';

/** Who calls: the owner at home, or with the device elsewhere; attackers elsewhere, and some in the owner's network. */
type Who = 'home' | 'device' | 'stranger' | 'other' | 'neighbour';

type Step =
  | { readonly kind: 'start'; readonly by: Who }
  | { readonly kind: 'guess'; readonly by: Who; readonly right: boolean }
  | { readonly kind: 'crash' }
  | { readonly kind: 'wait'; readonly span: number };

const networks: Readonly<Record<Who, string>> = {
  home: network,
  neighbour: network,
  device: '192.0.2.0/24',
  stranger: '198.51.100.0/24',
  other: '2001:db8::/48',
};

interface Judged {
  readonly at: Date;
  readonly kind: CallerKind;
  readonly challenge: string;
}

/** A phone whose owner signed in from home once, in a process that can crash after it counted a guess. */
const scene = async () => {
  let isCrashing = false;
  const world = createMemoryWorld();
  const { codes, stores } = world.dependencies;
  const { domain } = createMemoryWorld({
    overrides: {
      ...world.dependencies,
      codes: {
        ...codes,
        derive: (challenge, number) => {
          if (isCrashing) throw new Error('the process died after counting');
          return codes.derive(challenge, number);
        },
      },
    },
  });
  const record = async () => (await stores.signIns.find(phone)).record;
  const rightCode = async () => {
    const { challenge } = await record();
    return challenge ? codes.derive(challenge, phone) : '0000';
  };
  await domain.startSignIn({ phone });
  const { session } = await domain.checkCode({ phone, code: await rightCode(), network });
  world.clock.advance(minute);
  const callerOf = (by: Who) => ({
    network: networks[by],
    deviceSession: by === 'device' ? session.id : null,
  });
  return {
    clock: world.clock,
    record,
    crash: (crashing: boolean) => {
      isCrashing = crashing;
    },
    isCrashing: () => isCrashing,
    start: (by: Who) => domain.startSignIn({ phone, ...callerOf(by) }).catch(onlyRefusals),
    guess: async (by: Who, right: boolean) => {
      const code = await rightCode();
      return domain
        .checkCode({ phone, code: right ? code : wrong(code), ...callerOf(by) })
        .catch(onlyRefusals);
    },
  };
};

const onlyRefusals = (error: unknown) => {
  if (
    error instanceof DomainError ||
    (error instanceof Error && error.message.startsWith('the process died'))
  )
    return null;
  throw error;
};

const waits = fc.constantFrom(second, 31 * second, 6 * minute, 3 * hour, day, 8 * day, 40 * day);

t.test(
  'no sequence of starts, guesses, waits and crashes compares more guesses than the budgets allow',
  async (t) => {
    const who = fc.constantFrom<Who>('home', 'device', 'stranger', 'other', 'neighbour');
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('start' as const), by: who }) },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('guess' as const),
          by: who,
          right: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), span: waits }) },
      { weight: 1, arbitrary: fc.constant<Step>({ kind: 'crash' }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 150, size: 'max' }), async (sequence) => {
        const { clock, record, crash, isCrashing, start, guess } = await scene();
        const judged: Judged[] = [];
        for (const step of sequence) {
          if (step.kind === 'wait') clock.advance(step.span);
          if (step.kind === 'crash') crash(!isCrashing());
          if (step.kind === 'start') await start(step.by);
          if (step.kind !== 'guess') continue;
          const before = (await record()).challenge;
          const outcome = await guess(step.by, step.right);
          const then = (await record()).challenge;
          if (outcome || !before || !then) continue;
          for (const kind of ['known', 'unknown'] as const)
            if (then.tries[kind] > before.tries[kind])
              judged.push({ at: clock.now(), kind, challenge: before.id });
        }
        return withinBudgets(judged);
      }),
      { numRuns: 60 },
    );
    t.pass('held');
  },
);

const withinBudgets = (judged: readonly Judged[]): boolean =>
  judged.every(({ at, kind, challenge }) => {
    const upTo = judged.filter((guess) => guess.at <= at);
    const within = (span: number, of: readonly Judged[]) =>
      of.filter((guess) => guess.at > after(at, -span)).length;
    const ofKind = upTo.filter((guess) => guess.kind === kind);
    const ofBudget = signInPolicy.guesses[kind].every(
      ({ limit, span, afterwards }) =>
        within(span, ofKind) <= limit ||
        (afterwards !== undefined && within(afterwards.span, ofKind) <= afterwards.limit),
    );
    const ofCode = ofKind.filter((guess) => guess.challenge === challenge).length;
    // A takeover of the phone stays below 0.1 % in any 24 hours, for any mixture of callers.
    const chance = 1 - (1 - 1 / 10_000) ** within(day, upTo);
    return ofBudget && ofCode <= signInPolicy.triesPerChallenge && chance < 0.001;
  });

t.test(
  'whatever unknown callers do, the owner gets in at home and with the device, at any time',
  async (t) => {
    const attack = fc.array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constant<Step>({ kind: 'start', by: 'stranger' }) },
        { weight: 4, arbitrary: fc.constant<Step>({ kind: 'guess', by: 'other', right: false }) },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), span: waits }) },
      ),
      { maxLength: 80, size: 'max' },
    );
    // Between the owner's steps come others of the attack; all of it within the time that a person takes.
    const meanwhile = fc.array(fc.constantFrom<Who | 'pause'>('stranger', 'other', 'pause'), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        attack,
        meanwhile,
        fc.constantFrom<Who>('home', 'device'),
        async (sequence, disturbance, owner) => {
          const { clock, record, start, guess } = await scene();
          for (const step of sequence) {
            if (step.kind === 'wait') clock.advance(step.span);
            if (step.kind === 'start') await start(step.by);
            if (step.kind === 'guess') await guess(step.by, step.right);
          }
          // After 90 days the network is a stranger's; the device is known for good.
          const isHome = (await record()).networks.some(
            ({ signedInAt }) => signedInAt > after(clock.now(), -signInPolicy.knownNetworkLifetime),
          );
          const by = isHome ? owner : 'device';
          const challenge = await start(by);
          for (const event of disturbance) {
            if (event === 'pause') clock.advance(20 * second);
            else {
              await start(event);
              await guess(event, false);
              await guess(event, false);
              await guess(event, false);
            }
          }
          return challenge !== null && (await guess(by, true)) !== null;
        },
      ),
      { numRuns: 120 },
    );
    t.pass('held');
  },
);

t.test(
  'the owner waits a day at most, on a new device and network, or with an attacker in the own network',
  async (t) => {
    const attackers = fc.constantFrom<Who>('stranger', 'other', 'neighbour');
    const attack = fc.array(
      fc.oneof(
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), by: attackers }) },
        {
          weight: 4,
          arbitrary: fc.record({
            kind: fc.constant('guess' as const),
            by: attackers,
            right: fc.constant(false),
          }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), span: waits }) },
      ),
      { maxLength: 200, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(attack, fc.constantFrom<Who>('home', 'device', 'other'), async (sequence, owner) => {
        const { clock, record, start, guess } = await scene();
        for (const step of sequence) {
          if (step.kind === 'wait') clock.advance(step.span);
          if (step.kind === 'start') await start(step.by);
          if (step.kind === 'guess') await guess(step.by, step.right);
        }
        const { guesses, sms } = await record();
        const opens = [
          waitFor(guesses.unknown, signInPolicy.guesses.unknown, clock.now()),
          waitFor(sms.unknown, signInPolicy.sms.unknown, clock.now()),
        ].map((wait) => wait?.until ?? clock.now());
        if (opens.some((until) => until > after(clock.now(), day))) return false;
        clock.advance(day);
        await start(owner);
        return (await guess(owner, true)) !== null;
      }),
      { numRuns: 150 },
    );
    t.pass('held');
  },
);
