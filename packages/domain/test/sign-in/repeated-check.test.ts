import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { Session } from '../../src/sessions/session.ts';
import type { CheckCode } from '../../src/sign-in/check-code.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { refusal } from '../support.ts';
import { lastCode, network, phone, wrong } from './sign-in-scene.ts';

const requested = async (world = createMemoryWorld()) => {
  const { requestId } = await world.domain.startSignIn({ phone });
  const check = (names: Partial<CheckCode>) =>
    world.domain.checkCode({ phone, code: lastCode(world), network, ...names });
  return { world, requestId, check };
};

const isUsed = (world: MemoryWorld) =>
  world.auditEntries.some(({ event, reason }) => event === 'sign_in_refused' && reason === 'code_used');

t.test('a check whose answer was lost gets it once more, by its key or its request id', async (t) => {
  for (const byKey of [true, false]) {
    const { world, requestId, check } = await requested();
    const names = byKey ? { idempotencyKey: 'one' } : { requestId };
    const first = await check(names);
    world.clock.advance(signInPolicy.repeatWindow - 1);
    t.strictSame(await check({ ...names, network: '198.51.100.0/24' }), first, 'from another network too');
    t.equal(first.isNewUser, true);
    t.equal(world.auditEntries.filter(({ event }) => event === 'new_session').length, 1);
    await t.rejects(check(names), refusal('code_invalid'), 'once');
    t.ok(isUsed(world));
  }
});

t.test('an account that was there is not new in the repetition either', async (t) => {
  const { world, check } = await requested();
  await check({ idempotencyKey: 'one' });
  world.clock.advance(signInPolicy.smsPause);
  await world.domain.startSignIn({ phone });
  const again = { idempotencyKey: 'two' };
  t.equal((await check(again)).isNewUser, false);
  t.equal((await check(again)).isNewUser, false);
});

t.test('nobody else gets it', async (t) => {
  const { check, requestId } = await requested();
  await check({ idempotencyKey: 'one' });
  for (const other of [{}, { idempotencyKey: 'two' }, { requestId }])
    await t.rejects(check(other), refusal('code_invalid'), JSON.stringify(other));
  const bare = await requested();
  await bare.check({});
  await t.rejects(
    bare.check({ requestId: bare.requestId }),
    refusal('code_invalid'),
    'the first named nothing',
  );
  await t.rejects(bare.check({ idempotencyKey: 'one' }), refusal('code_invalid'));
});

t.test('a wrong code with the right key is a guess like any other', async (t) => {
  const { world, check } = await requested();
  const names = { idempotencyKey: 'one' };
  const first = await check(names);
  const guess = () => check({ ...names, code: wrong(lastCode(world)) });
  for (let guesses = 0; guesses < 2; guesses += 1) await t.rejects(guess(), refusal('code_invalid'));
  const record = async () => (await world.dependencies.stores.signIns.find(phone)).record;
  t.equal((await record()).guesses.unknown.length, 0);
  t.equal((await record()).guesses.known.length, 2, 'from a network that is known by then');
  t.strictSame(await check(names), first);
  t.equal((await record()).guesses.known.length, 2, 'a right one takes nothing');
});

t.test('guesses with the key end at the budget of the phone', async (t) => {
  const { world, check } = await requested();
  const names = { idempotencyKey: 'one' };
  await check(names);
  const [{ limit }] = signInPolicy.guesses.known;
  for (let guesses = 0; guesses < limit; guesses += 1)
    await t.rejects(check({ ...names, code: wrong(lastCode(world)) }), refusal('code_invalid'));
  await t.rejects(check(names), refusal('code_invalid'));
  t.hasStrict(world.auditEntries.at(-1), { reason: 'guesses_spent' });
});

t.test('it is too late after two minutes, a use, a refresh, a sign-out and a newer code', async (t) => {
  const names = { idempotencyKey: 'one' };
  const ends: Readonly<Record<string, (world: MemoryWorld, session: Session) => unknown>> = {
    time: ({ clock }) => clock.advance(signInPolicy.repeatWindow),
    use: ({ dependencies: { stores }, clock }, { id }) => stores.sessions.use(id, 1, clock.now()),
    refresh: ({ dependencies: { stores }, clock }, { id }) =>
      stores.sessions.advance(id, 1, clock.now(), null),
    'sign-out': ({ dependencies: { stores }, clock }, { id }) => stores.sessions.end(id, clock.now()),
    'another code': ({ clock, domain }) => {
      clock.advance(signInPolicy.smsPause);
      return domain.startSignIn({ phone });
    },
    erasure: ({ domain, clock }, { id: sessionId, userId }) =>
      domain
        .deleteAccount({ sessionId, userId, origin: { sessionId, network } })
        .then(() => clock.advance(1)),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { world, check } = await requested();
    const code = lastCode(world);
    await end(world, (await check(names)).session);
    await t.rejects(check({ ...names, code }), refusal('code_invalid'), name);
  }
});

t.test('a suspended account gets no session by it', async (t) => {
  const { world, check } = await requested();
  const { user } = await check({ idempotencyKey: 'one' });
  const at = world.clock.now();
  await world.dependencies.stores.moderation.suspend(user.id, { reason: 'Fraud.', at });
  await t.rejects(check({ idempotencyKey: 'one' }), refusal('account_suspended'));
});

t.test('a receipt is not repeated', async (t) => {
  const { check } = await requested();
  const names = { idempotencyKey: 'one', isReceipt: true };
  await check(names);
  await t.rejects(check(names), refusal('code_invalid'));
});

t.test('of the same check many times at once two are answered, with one session', async (t) => {
  const { check } = await requested();
  const answers = await Promise.allSettled(Array.from({ length: 9 }, () => check({ idempotencyKey: 'one' })));
  const signedIn = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  t.equal(signedIn.length, 2);
  t.strictSame(signedIn[0]?.session, signedIn[1]?.session);
});

t.test('a sign-in that was cut off once its code was redeemed is finished by the repetition', async (t) => {
  const world = createMemoryWorld();
  const { stores } = world.dependencies;
  const broken = (part: 'users' | 'sessions') =>
    createDomain({
      ...world.dependencies,
      stores: {
        ...stores,
        users:
          part === 'users'
            ? { ...stores.users, signUp: () => Promise.reject(new Error('down')) }
            : stores.users,
        sessions:
          part === 'sessions'
            ? { ...stores.sessions, open: () => Promise.reject(new Error('down')) }
            : stores.sessions,
      },
    });
  for (const [part, number] of [
    ['users', '+4915112345671'],
    ['sessions', '+4915112345672'],
  ] as const) {
    const { requestId } = await world.domain.startSignIn({ phone: number });
    const command = { phone: number, code: lastCode(world), network, requestId };
    await t.rejects(broken(part).checkCode(command), /down/);
    world.clock.advance(1_000);
    const { isNewUser, session, user } = await world.domain.checkCode(command);
    t.equal(isNewUser, true, part);
    t.strictSame(await stores.sessions.find(session.id), session);
    t.equal(session.userId, user.id);
    await t.rejects(world.domain.checkCode(command), refusal('code_invalid'));
  }
});
