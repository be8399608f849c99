import t from 'tap';
import { createMemoryWorld, type MemoryWorld, memoryProof } from '../../memory/index.ts';
import type { SessionId } from '../../src/ids.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { after, day, minute } from '../../src/time.ts';
import { problemOf, refusal } from '../support.ts';
import { lastCode, network, phone, signIn, wrong } from './sign-in-scene.ts';

const elsewhere = '198.51.100.0/24';

interface As {
  readonly network: string;
  readonly deviceSession?: string;
  readonly wideNetwork?: string;
  readonly proof?: string;
}

const start = (world: MemoryWorld, as: As, number = phone) =>
  world.domain.startSignIn({ phone: number, ...as });
const check = (world: MemoryWorld, as: As, code = lastCode(world), number = phone) =>
  world.domain.checkCode({ phone: number, code, ...as });

const challengeOf = async (call: Promise<unknown>) => {
  const problem = await problemOf(call);
  if (problem.code !== 'proof_required') throw new Error(`was refused with ${problem.code}`);
  return problem.challenge;
};

/** Numbers of different blocks. */
const phones = (count: number) =>
  Array.from({ length: count }, (_, index) => `+49151${String(index).padStart(4, '0')}0000`);

/** An owner who signed in once, a day ago, and their callers. */
const scene = async () => {
  const world = createMemoryWorld();
  const { session } = await signIn(world);
  world.clock.advance(day);
  const stranger = { network: elsewhere };
  return {
    world,
    session,
    stranger,
    home: { network },
    device: { network: '192.0.2.0/24', deviceSession: session.id as string },
    guessWrong: async (as: As, times: number) => {
      for (let guess = 0; guess < times; guess += 1)
        await t.rejects(check(world, as, wrong(lastCode(world))), refusal('code_invalid'));
    },
  };
};

t.test('unknown callers who use up their tries leave the code to known callers', async (t) => {
  for (const as of ['home', 'device'] as const) {
    const { world, stranger, guessWrong, ...callers } = await scene();
    await start(world, callers[as]);
    await guessWrong(stranger, 5);
    world.clock.advance(31_000);
    await start(world, stranger);
    await guessWrong(callers[as], 2);
    t.ok(await check(world, callers[as]), as);
  }
});

t.test('known callers who use up their tries leave the code to unknown callers', async (t) => {
  const { world, home, stranger, guessWrong } = await scene();
  await start(world, stranger);
  await guessWrong(home, 3);
  world.clock.advance(31_000);
  await start(world, home);
  await t.rejects(check(world, home), refusal('code_invalid'), 'their own tries are spent');
  t.ok(await check(world, stranger));
});

t.test('a device is known by a session of the account, also by one that ended long ago', async (t) => {
  const { world, session, device, guessWrong, stranger } = await scene();
  await world.dependencies.stores.sessions.end(session.id, world.clock.now());
  world.clock.advance(300 * day);
  await start(world, stranger);
  await guessWrong(stranger, 3);
  t.ok(await check(world, device));
});

t.test('a session of another account, an unknown one and a garbled one make no device known', async (t) => {
  const { world, guessWrong, stranger } = await scene();
  const other = await signIn(world, '+4915100000001');
  const unknownSessionId = world.dependencies.ids.next() as SessionId;
  await start(world, stranger);
  await guessWrong(stranger, 3);
  for (const deviceSession of [other.session.id, unknownSessionId, 'garbled'])
    await t.rejects(
      check(world, { network: elsewhere, deviceSession }),
      refusal('code_invalid'),
      deviceSession,
    );
  const unknownPhone = '+4915100000002';
  await start(world, stranger, unknownPhone);
  for (let guess = 0; guess < 3; guess += 1)
    await t.rejects(check(world, stranger, wrong(lastCode(world)), unknownPhone), refusal('code_invalid'));
  await t.rejects(
    check(world, { network: elsewhere, deviceSession: other.session.id }, lastCode(world), unknownPhone),
    refusal('code_invalid'),
    'a phone without an account has no devices',
  );
});

t.test('unknown callers who spend the SMS of a phone leave known callers theirs', async (t) => {
  const { world, stranger, home, device } = await scene();
  for (let smsCount = 0; smsCount < 5; smsCount += 1) {
    await start(world, stranger);
    world.clock.advance(6 * minute);
  }
  await t.rejects(start(world, stranger), refusal('rate_limited', { budget: 'phone-sms', limit: 5 }));
  for (const as of [home, device, home]) {
    t.ok(await start(world, as));
    world.clock.advance(6 * minute);
  }
  await t.rejects(start(world, device), refusal('rate_limited', { budget: 'phone-sms', limit: 3 }));
});

t.test(
  'of all phones together unknown callers have 200 wrong guesses a day, of one network 50, then prove work',
  async (t) => {
    const world = createMemoryWorld({ settings: { smsDailyBudget: 10_000 } });
    const numbers = phones(100);
    for (const number of numbers) await signIn(world, number);
    world.clock.set(new Date('2026-06-03T00:00:00.000Z'));
    let judged = 0;
    const refusals = new Set<string>();
    const spray = async (wide: string) => {
      for (const number of numbers) {
        await start(world, { network: elsewhere, wideNetwork: wide }, number).catch(() => undefined);
        for (let guess = 0; guess < 2; guess += 1) {
          const before = (await world.dependencies.stores.signIns.find(number)).record.guesses.unknown.length;
          const code = wrong(lastCode(world));
          const call = world.domain.checkCode({ phone: number, code, network: elsewhere, wideNetwork: wide });
          // One assertion for each of a thousand calls would take most of the test's time.
          refusals.add((await problemOf(call)).code);
          const then = (await world.dependencies.stores.signIns.find(number)).record.guesses.unknown.length;
          judged += then - before;
        }
      }
    };
    for (const [wide, bound] of Object.entries({
      'a/16': 50,
      'b/16': 100,
      'c/16': 150,
      'd/16': 200,
      'e/16': 200,
    })) {
      world.clock.advance(16 * minute);
      await spray(wide);
      t.equal(judged, bound, wide);
    }
    t.strictSame([...refusals], ['code_invalid']);
    const owner = numbers[60] ?? '';
    const other = numbers.at(-1) ?? '';
    world.clock.advance(16 * minute);
    const smsCount = world.smsSent.length;
    const stranger = { network: elsewhere, wideNetwork: 'f/16' };
    const first = await challengeOf(start(world, stranger, owner));
    t.equal(world.smsSent.length, smsCount, 'no SMS with a code that is of no use');
    await start(world, { ...stranger, proof: memoryProof(first) }, owner);
    const asStranger = { ...stranger, phone: owner, code: lastCode(world) };
    const second = await challengeOf(world.domain.checkCode(asStranger));
    t.hasStrict(world.auditEntries.at(-1), {
      event: 'sign_in_refused',
      reason: 'guesses_of_all_phones_spent',
    });
    const reused = { ...asStranger, proof: memoryProof(first) };
    const third = await challengeOf(world.domain.checkCode(reused));
    t.strictSame(
      [second, third].map(({ seconds }) => Number(seconds) < signInPolicy.proof.mostSeconds),
      [true, true],
    );
    t.ok(
      await world.domain.checkCode({ ...asStranger, proof: memoryProof(third) }),
      'a right code with a proof',
    );
    world.clock.advance(signInPolicy.smsPause);
    t.ok(await start(world, { network }, owner), 'a known network has a budget of its own');
    t.ok(await check(world, { network }, lastCode(world), owner));
    const fresh = '+4915190000000';
    const unknown = await challengeOf(start(world, stranger, fresh));
    await start(world, { ...stranger, proof: memoryProof(unknown) }, fresh);
    await challengeOf(check(world, stranger, lastCode(world), fresh));
    t.equal(
      (await world.dependencies.stores.signIns.find(fresh)).record.guesses.unknown.length,
      0,
      'given back',
    );
    world.clock.set(after(new Date('2026-06-04T00:00:00.000Z'), 1));
    await start(world, { network: elsewhere }, other);
    t.ok(await check(world, { network: elsewhere }, lastCode(world), other), 'the next day');
  },
);

t.test(
  'of all phones together known networks have 100 wrong guesses a day, known devices have no bound',
  async (t) => {
    const world = createMemoryWorld();
    const numbers = phones(60);
    const sessions = new Map<string, string>();
    for (const number of numbers) sessions.set(number, (await signIn(world, number)).session.id);
    world.clock.advance(day);
    let judged = 0;
    for (const [index, number] of numbers.entries()) {
      await start(world, { network }, number).catch(() => undefined);
      for (let guess = 0; guess < 2; guess += 1) {
        const wideNetwork = `${index % 4}/16`;
        const as = { phone: number, code: wrong(lastCode(world)), network, wideNetwork };
        t.match((await problemOf(world.domain.checkCode(as))).code, /^(code_invalid|proof_required)$/);
      }
      judged += (await world.dependencies.stores.signIns.find(number)).record.guesses.known.length;
    }
    t.equal(judged, 100);
    const [owner = ''] = numbers.slice(-1);
    const deviceSession = sessions.get(owner) ?? '';
    t.ok(await start(world, { network, deviceSession }, owner), 'no proof of a known device');
    await t.rejects(check(world, { network }, lastCode(world), owner), refusal('proof_required'));
    t.ok(await check(world, { network, deviceSession }, lastCode(world), owner));
  },
);

t.test('a right guess gives back what it took of all budgets', async (t) => {
  const { world, home } = await scene();
  for (let round = 0; round < 10; round += 1) {
    world.clock.advance(300 * minute);
    for (const as of [home, { network: `198.51.${round}.0/24` }]) {
      await start(world, as);
      t.ok(await check(world, as), `round ${round}`);
      world.clock.advance(signInPolicy.smsPause);
    }
  }
  const { record } = await world.dependencies.stores.signIns.find(phone);
  t.strictSame(record.guesses, { known: [], unknown: [] });
  const usage = world.tables.quotas.rows().reduce((sum, { taken }) => sum + taken, 0);
  t.equal(usage, 2 * world.smsSent.length, 'the caps of all SMS alone, of the country and of the service');
});
