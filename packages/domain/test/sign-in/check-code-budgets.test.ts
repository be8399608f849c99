import fc from 'fast-check';
import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { DomainError } from '../../src/problem.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { after, day, hour, minute, second } from '../../src/time.ts';
import { network, phone, wrong } from './sign-in-scene.ts';

type Step =
  | { readonly kind: 'start' | 'crash' }
  | { readonly kind: 'guess'; readonly from: 'owner' | 'stranger' | 'other'; readonly right: boolean }
  | { readonly kind: 'wait'; readonly span: number };

const networks = { owner: network, stranger: '198.51.100.0/24', other: '2001:db8::/48' };

t.test(
  'no sequence of starts, guesses, waits and crashes compares more guesses than the budgets allow',
  async (t) => {
    const start: fc.Arbitrary<Step> = fc.constant({ kind: 'start' });
    const crash: fc.Arbitrary<Step> = fc.constant({ kind: 'crash' });
    const guess: fc.Arbitrary<Step> = fc.record({
      kind: fc.constant('guess'),
      from: fc.constantFrom('owner', 'stranger', 'other'),
      right: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    });
    const wait: fc.Arbitrary<Step> = fc.record({
      kind: fc.constant('wait'),
      span: fc.constantFrom(second, 31 * second, 6 * minute, 3 * hour, day, 8 * day, 40 * day),
    });
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: start },
        { weight: 6, arbitrary: guess },
        { weight: 3, arbitrary: wait },
        { weight: 1, arbitrary: crash },
      ),
      { maxLength: 120, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        let crashing = false;
        const world = createMemoryWorld();
        const domainThatCrashes = createMemoryWorld({
          overrides: {
            ...world.dependencies,
            codes: {
              ...world.dependencies.codes,
              derive: (challenge, number) => {
                if (crashing) throw new Error('the process died after counting');
                return world.dependencies.codes.derive(challenge, number);
              },
            },
          },
        }).domain;
        /** Wrong guesses that were compared, by whether their network was known when they were made. */
        const judged: { at: Date; known: string | null; challenge: string }[] = [];
        const seen = new Map<string, Date>();
        for (const step of sequence) {
          const now = world.clock.now();
          if (step.kind === 'wait') world.clock.advance(step.span);
          if (step.kind === 'crash') crashing = !crashing;
          if (step.kind === 'start') await domainThatCrashes.startSignIn({ phone }).catch(onlyRefusals);
          if (step.kind !== 'guess') continue;
          const from = networks[step.from];
          const before = (await world.dependencies.stores.signIns.find(phone)).record.challenge;
          const code = before ? world.dependencies.codes.derive(before, phone) : '0000';
          const outcome = await domainThatCrashes
            .checkCode({ phone, code: step.right ? code : wrong(code), network: from })
            .catch(onlyRefusals);
          const then = (await world.dependencies.stores.signIns.find(phone)).record.challenge;
          const lastSeen = seen.get(from);
          const known = lastSeen && lastSeen > after(now, -signInPolicy.knownSourceLifetime) ? from : null;
          if (outcome) seen.set(from, now);
          else if (before && then && then.tries > before.tries)
            judged.push({ at: now, known, challenge: before.id });
        }
        return withinBudgets(judged);
      }),
      { numRuns: 50 },
    );
    t.pass('held');
  },
);

const onlyRefusals = (error: unknown) => {
  if (
    error instanceof DomainError ||
    (error instanceof Error && error.message.startsWith('the process died'))
  )
    return null;
  throw error;
};

const withinBudgets = (judged: readonly { at: Date; known: string | null; challenge: string }[]): boolean =>
  judged.every(({ at, known, challenge }) => {
    const sameKind = judged.filter((guess) => guess.known === known);
    const within = (span: number) =>
      sameKind.filter((guess) => guess.at <= at && guess.at > after(at, -span)).length;
    const budgets = known ? signInPolicy.knownGuesses : signInPolicy.unknownGuesses;
    return (
      budgets.every(({ limit, span }) => within(span) <= limit) &&
      judged.filter((guess) => guess.challenge === challenge).length <= signInPolicy.triesPerChallenge
    );
  });
