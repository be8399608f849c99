import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { memorySignInCodes } from '../../memory/memory-sources.ts';
import { createDomain } from '../../src/create-domain.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { minute } from '../../src/time.ts';
import { problemOf, refusal } from '../support.ts';
import { lastCode, network, phone, signIn, wrong } from './sign-in-scene.ts';

t.test('of two right codes at once one signs in, the other is refused', async (t) => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const check = () => world.domain.checkCode({ phone, code: lastCode(world), network });
  const [first, second] = [check(), check()];
  t.equal((await first).isNewUser, true);
  t.strictSame(await problemOf(second), { code: 'code_invalid' });
  t.hasStrict(
    world.audited.filter(({ event }) => event === 'sign_in_refused'),
    [{ reason: 'code_used' }],
  );
});

t.test('a sign-in gives back the SMS of its challenge alone', async (t) => {
  const world = createMemoryWorld({ settings: { smsDailyBudget: 3 } });
  await world.domain.startSignIn({ phone });
  world.clock.advance(signInPolicy.challengeLifetime);
  await world.domain.startSignIn({ phone });
  world.clock.advance(minute);
  await world.domain.startSignIn({ phone });
  await world.domain.checkCode({ phone, code: lastCode(world), network });
  const start = (number: string) => world.domain.startSignIn({ phone: number });
  await start('+4915100000001');
  await start('+4915100000002');
  t.hasStrict(await problemOf(start('+4915100000003')), { budget: 'daily-sms', limit: 3 });
});

t.test('the code from the SMS signs in once; the first sign-in creates the account', async (t) => {
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

t.test('three wrong guesses invalidate a code, across a resend too', async (t) => {
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

t.test('wrong, unknown and expired codes are refused alike', async (t) => {
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
  for (const other of [`${lastCode(world)}0`, lastCode(world).slice(1)])
    await t.rejects(guess(other), refusal('code_invalid'), 'of another length');
  t.ok(await guess(lastCode(world), phone, requestId));
  world.clock.advance(minute);
  await world.domain.startSignIn({ phone });
  world.clock.advance(signInPolicy.challengeLifetime);
  await t.rejects(guess(lastCode(world)), refusal('code_invalid'), 'expired');
});

t.test('three of many parallel guesses are compared, and one of many right codes signs in', async (t) => {
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

t.test('guesses from unknown networks do not block a known network', async (t) => {
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

t.test('a code that was sent before the secret of codes was rotated signs in after it', async (t) => {
  const world = createMemoryWorld();
  const { requestId } = await world.domain.startSignIn({ phone });
  const rotated = createDomain({ ...world.dependencies, codes: memorySignInCodes('next') });
  world.clock.advance(signInPolicy.smsPause);
  t.strictSame(await rotated.startSignIn({ phone }), { requestId });
  const [first, again] = world.smsSent;
  t.equal(again?.code, first?.code, 'a resend repeats it');
  t.ok((await rotated.checkCode({ phone, code: lastCode(world), network })).session);
  world.clock.advance(signInPolicy.smsPause);
  await rotated.startSignIn({ phone });
  t.equal((await world.dependencies.stores.signIns.find(phone)).record.challenge?.codeKey, 'next');
});
