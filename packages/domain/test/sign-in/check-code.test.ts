import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { memorySignInCodes } from '../../memory/memory-sources.ts';
import { createDomain } from '../../src/create-domain.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { smsShareUse } from '../../src/sign-in/sms/sms-shares.ts';
import { minute } from '../../src/time.ts';
import { faultsOf, problemOf, refusal } from '../support.ts';
import { lastCode, network, phone, signIn, wrong } from './sign-in-scene.ts';

t.test('of two right codes at once one signs in, the other is refused', async (t) => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const check = () => world.domain.checkCode({ phone, code: lastCode(world), network });
  const [first, second] = [check(), check()];
  t.equal((await first).isNewUser, true);
  t.strictSame(await problemOf(second), { code: 'code_invalid' });
  t.hasStrict(
    world.auditEntries.filter(({ event }) => event === 'sign_in_refused'),
    [{ reason: 'code_used' }],
  );
});

t.test('a sign-in gives back the SMS of its challenge alone', async (t) => {
  const world = createMemoryWorld({ settings: { smsDailyBudget: 20 } });
  await world.domain.startSignIn({ phone });
  world.clock.advance(signInPolicy.challengeLifetime);
  await world.domain.startSignIn({ phone });
  world.clock.advance(minute);
  await world.domain.startSignIn({ phone });
  await world.domain.checkCode({ phone, code: lastCode(world), network });
  const start = (number: string) => world.domain.startSignIn({ phone: number });
  await start('+4915100000001');
  await start('+4915100000002');
  await t.rejects(start('+4915100000003'), refusal('proof_required'), 'one of three is still spent');
  const use = () =>
    smsShareUse(world.dependencies.stores.quotas, world.dependencies.settings, world.clock.now());
  t.strictSame(
    (await use()).map(({ used }) => used),
    [0, 0, 0, 3],
  );
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
  for (const text of ['not a phone', '', '+0123456789'])
    t.strictSame(await faultsOf(guess('1234', text)), [
      { path: '/phone', message: 'must be a phone number in E.164 form' },
    ]);
  await t.rejects(guess('1234', '+1900555123'), refusal('code_invalid'), 'a number that gets no SMS');
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
  t.equal((await world.dependencies.stores.signIns.find(phone)).record.guesses.unknown.length, 3);
  world.clock.advance(signInPolicy.smsPause);
  await world.domain.startSignIn({ phone });
  const right = await Promise.allSettled(
    Array.from({ length: 50 }, () => world.domain.checkCode({ phone, code: lastCode(world), network })),
  );
  t.equal(right.filter(({ status }) => status === 'fulfilled').length, 1);
  t.equal(
    (await world.dependencies.stores.signIns.find(phone)).record.guesses.unknown.length,
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
  t.equal(record.guesses.unknown.length, 6, 'the budget of unknown sources is spent');
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
  t.equal((await rotated.startSignIn({ phone })).requestId, requestId);
  const [first, again] = world.smsSent;
  t.equal(again?.code, first?.code, 'a resend repeats it');
  t.ok((await rotated.checkCode({ phone, code: lastCode(world), network })).session);
  world.clock.advance(signInPolicy.smsPause);
  await rotated.startSignIn({ phone });
  t.equal((await world.dependencies.stores.signIns.find(phone)).record.challenge?.codeKey, 'next');
});
