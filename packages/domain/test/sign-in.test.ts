import fc from 'fast-check';
import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../memory/index.ts';
import { DomainError } from '../src/problem.ts';
import { signInPolicy } from '../src/sign-in/sign-in-policy.ts';
import { after, day, hour, minute, second } from '../src/time.ts';
import { refusal } from './support.ts';

const phone = '+4915112345678';
const network = '203.0.113.0/24';

const wrong = (code: string | undefined) => String((Number(code) + 1) % 10_000).padStart(4, '0');
const lastCode = ({ smsSent }: MemoryWorld) => smsSent.at(-1)?.code ?? 'none';
const signIn = async (world: MemoryWorld, number = phone) => {
  await world.domain.startSignIn({ phone: number });
  return world.domain.checkCode({ phone: number, code: lastCode(world), network });
};

t.test('the code from the SMS signs in, once; the first time it makes an account', async (t) => {
  const world = createMemoryWorld();
  const first = await signIn(world);
  t.equal(first.isNewUser, true);
  t.hasStrict(first.user, {
    phone,
    name: '',
    bio: '',
    city: '',
    role: 'user',
    avatar: null,
    peacesBalance: 0,
  });
  t.match(first.user.username, /^user-[a-z0-9]{8}$/);
  await t.rejects(world.domain.checkCode({ phone, code: lastCode(world), network }), refusal('code_invalid'));
  world.clock.advance(signInPolicy.smsPause);
  const second = await signIn(world);
  t.equal(second.isNewUser, false);
  t.equal(second.user.id, first.user.id);
  t.not(second.session.id, first.session.id);
});

t.test('a second start sends the same code again, but not within the pause', async (t) => {
  const world = createMemoryWorld();
  const { requestId } = await world.domain.startSignIn({ phone });
  world.clock.advance(signInPolicy.smsPause - 1);
  t.equal((await world.domain.startSignIn({ phone })).requestId, requestId);
  t.equal(world.smsSent.length, 1);
  world.clock.advance(1);
  t.equal((await world.domain.startSignIn({ phone })).requestId, requestId);
  t.equal(world.smsSent.length, 2);
  t.equal(world.smsSent[1]?.code, world.smsSent[0]?.code);
  world.clock.advance(signInPolicy.challengeLifetime);
  t.not((await world.domain.startSignIn({ phone })).requestId, requestId, 'an expired one is replaced');
});

t.test('three wrong guesses kill a code, also across a resend', async (t) => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const guess = (code: string) => world.domain.checkCode({ phone, code, network });
  await t.rejects(guess(wrong(lastCode(world))), refusal('code_invalid'));
  await t.rejects(guess(wrong(lastCode(world))), refusal('code_invalid'));
  world.clock.advance(signInPolicy.smsPause);
  await world.domain.startSignIn({ phone });
  await t.rejects(guess(wrong(lastCode(world))), refusal('code_invalid'));
  await t.rejects(guess(lastCode(world)), refusal('code_invalid'), 'dead');
  world.clock.advance(signInPolicy.smsPause);
  t.ok(await signIn(world), 'a new one works');
});

t.test('what is not a live code is refused alike', async (t) => {
  const world = createMemoryWorld();
  const guess = (code: string, number = phone, requestId?: string) =>
    world.domain.checkCode({ phone: number, code, network, requestId });
  await t.rejects(guess('1234'), refusal('code_invalid'), 'never requested');
  await t.rejects(guess('1234', 'not a phone'), refusal('code_invalid'));
  const { requestId } = await world.domain.startSignIn({ phone });
  await t.rejects(
    guess(lastCode(world), phone, '0190a000-0000-7000-8000-000000000000'),
    refusal('code_invalid'),
  );
  await t.rejects(guess(lastCode(world), phone, 'not-an-id'), refusal('code_invalid'));
  await t.rejects(guess(`${lastCode(world)}0`), refusal('code_invalid'));
  t.ok(await guess(lastCode(world), phone, requestId));
  world.clock.advance(minute);
  await world.domain.startSignIn({ phone });
  world.clock.advance(signInPolicy.challengeLifetime);
  await t.rejects(guess(lastCode(world)), refusal('code_invalid'), 'expired');
});

t.test('parallel guesses: three are judged; parallel right codes: one signs in', async (t) => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const tries = await Promise.allSettled(
    Array.from({ length: 200 }, () =>
      world.domain.checkCode({ phone, code: wrong(lastCode(world)), network }),
    ),
  );
  t.equal(tries.filter(({ status }) => status === 'fulfilled').length, 0);
  t.equal((await world.dependencies.stores.signIns.find(phone)).record.guesses.length, 3);
  world.clock.advance(signInPolicy.smsPause);
  await world.domain.startSignIn({ phone });
  const right = await Promise.allSettled(
    Array.from({ length: 50 }, () => world.domain.checkCode({ phone, code: lastCode(world), network })),
  );
  t.equal(right.filter(({ status }) => status === 'fulfilled').length, 1);
  t.equal(
    (await world.dependencies.stores.signIns.find(phone)).record.guesses.length,
    3,
    'right ones are not charged',
  );
});

t.test('a stranger cannot lock the owner out', async (t) => {
  const world = createMemoryWorld();
  await signIn(world);
  for (let challenge = 0; challenge < 3; challenge += 1) {
    world.clock.advance(10 * minute);
    await world.domain.startSignIn({ phone });
    for (let guess = 0; guess < 3; guess += 1)
      await t.rejects(
        world.domain.checkCode({ phone, code: wrong(lastCode(world)), network: '198.51.100.0/24' }),
        refusal('code_invalid'),
      );
  }
  const { record } = await world.dependencies.stores.signIns.find(phone);
  t.equal(record.guesses.length, 6, 'the budget of unknown sources is spent');
  world.clock.advance(10 * minute);
  await world.domain.startSignIn({ phone });
  const guess = { phone, code: lastCode(world), network: '198.51.100.0/24' };
  await t.rejects(
    world.domain.checkCode(guess),
    refusal('code_invalid'),
    'even the right code, from a stranger',
  );
  t.ok(await world.domain.checkCode({ phone, code: lastCode(world), network }), 'the owner gets in');
});

t.test(
  'SMS are capped per phone, per block of numbers and per day, and only unconverted ones are charged',
  async (t) => {
    const world = createMemoryWorld({ settings: { smsDailyBudget: 6 } });
    for (let sent = 0; sent < 5; sent += 1) {
      await world.domain.startSignIn({ phone });
      world.clock.advance(signInPolicy.smsPause);
    }
    await t.rejects(
      world.domain.startSignIn({ phone }),
      refusal('rate_limited', { retryAfterSeconds: 3600 - 5 * 30 }),
    );
    await world.domain.startSignIn({ phone: '+4915100000001' });
    await t.rejects(
      world.domain.startSignIn({ phone: '+4915100000002' }),
      refusal('rate_limited'),
      'the day is spent',
    );
    const { record } = await world.dependencies.stores.signIns.find('+4915100000002');
    t.strictSame(record.smsSentAt, [], 'what was not sent is not counted');
    await world.domain.checkCode({ phone: '+4915100000001', code: lastCode(world), network });
    t.ok(await world.domain.startSignIn({ phone: '+4915100000002' }), 'a sign-in gives its SMS back');
    world.clock.advance(day);
    t.ok(await world.domain.startSignIn({ phone }), 'the next day is a new one');

    const block = createMemoryWorld();
    const numbers = Array.from(
      { length: signInPolicy.smsPerNumberBlock },
      (_, n) => `+4477009${String(n).padStart(4, '0')}`,
    );
    for (const number of numbers) await block.domain.startSignIn({ phone: number });
    await t.rejects(block.domain.startSignIn({ phone: '+44770099999' }), refusal('rate_limited'));
    t.ok(await block.domain.startSignIn({ phone: '+44770109999' }), 'another block is free');
  },
);

t.test('when no provider takes the SMS nothing is charged', async (t) => {
  let down = true;
  const sent: string[] = [];
  const world = createMemoryWorld({
    settings: { smsDailyBudget: 1 },
    overrides: {
      codeSender: {
        sendCode: async ({ code }) => {
          if (down) throw new Error('away');
          sent.push(code);
        },
      },
    },
  });
  for (let attempt = 0; attempt < 12; attempt += 1)
    await t.rejects(world.domain.startSignIn({ phone }), refusal('unavailable'));
  down = false;
  await world.domain.startSignIn({ phone });
  t.ok(await world.domain.checkCode({ phone, code: sent[0] ?? '', network }));
});

t.test('only numbers that the service sends SMS to are taken', async (t) => {
  const { domain } = createMemoryWorld();
  for (const bad of ['', '12345', 'hello', '+1900555123', '+0123456789'])
    await t.rejects(
      domain.startSignIn({ phone: bad }),
      refusal('invalid_request', { errors: [{ path: '/phone' }] }),
    );
  const german = createMemoryWorld({
    settings: { smsCountries: ['DE'] },
    overrides: {
      phones: {
        parse: (text) => ({ e164: text, country: text.startsWith('+49') ? 'DE' : 'FR', mayReceiveSms: true }),
      },
    },
  });
  t.ok(await german.domain.startSignIn({ phone }));
  await t.rejects(german.domain.startSignIn({ phone: '+33639981234' }), refusal('invalid_request'));
});

t.test('test numbers take their fixed code until they expire, and get no SMS', async (t) => {
  const until = new Date('2026-07-01T00:00:00.000Z');
  const world = createMemoryWorld({ settings: { testPhones: { codes: { '+15550001111': '4321' }, until } } });
  const check = (code: string) => world.domain.checkCode({ phone: '+15550001111', code, network });
  await t.rejects(check('4321'), refusal('code_invalid'), 'not before a start');
  await world.domain.startSignIn({ phone: '+15550001111' });
  t.equal(world.smsSent.length, 0);
  t.equal((await check('4321')).isNewUser, true);
  await t.rejects(check('4321'), refusal('code_invalid'), 'once');
  world.clock.set(until);
  await world.domain.startSignIn({ phone: '+15550001111' });
  t.equal(world.smsSent.length, 1, 'an ordinary number from then on');
  if (lastCode(world) !== '4321') await t.rejects(check('4321'), refusal('code_invalid'));
});

t.test('no budget locks a trial phone out, while the pause and the tries per code hold', async (t) => {
  const world = createMemoryWorld({ settings: { trialPhones: [phone] } });
  const start = () => world.domain.startSignIn({ phone });
  const check = (code: string) => world.domain.checkCode({ phone, code, network });
  for (let round = 1; round <= 40; round += 1) {
    await start();
    await start();
    t.equal(world.smsSent.length, round, 'a second SMS waits for the pause');
    for (let tries = 1; tries < signInPolicy.triesPerChallenge; tries += 1)
      await t.rejects(check(wrong(lastCode(world))), refusal('code_invalid'));
    t.ok(await check(lastCode(world)), `round ${round} within an hour`);
    world.clock.advance(signInPolicy.smsPause);
  }
  await start();
  for (let tries = 0; tries < signInPolicy.triesPerChallenge; tries += 1)
    await t.rejects(check(wrong(lastCode(world))), refusal('code_invalid'));
  await t.rejects(check(lastCode(world)), refusal('code_invalid'), 'three wrong tries end a code');
});

type Step =
  | { readonly kind: 'start' | 'crash' }
  | { readonly kind: 'guess'; readonly from: 'owner' | 'stranger' | 'other'; readonly right: boolean }
  | { readonly kind: 'wait'; readonly span: number };

const networks = { owner: network, stranger: '198.51.100.0/24', other: '2001:db8::/48' };

t.test('no sequence of starts, guesses, waits and crashes judges more than the budgets', async (t) => {
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
        const code = before ? world.dependencies.codes.derive(before.id, phone) : '0000';
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
    { numRuns: 100 },
  );
  t.pass('held');
});

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
