import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { minute } from '../../src/time.ts';
import { problemOf } from '../support.ts';

const phone = '+4915112345678';
const network = '203.0.113.0/24';

const lastCode = ({ smsSent }: MemoryWorld) => smsSent.at(-1)?.code ?? 'none';
const signIn = async (world: MemoryWorld, number: string, domain = world.domain) => {
  await domain.startSignIn({ phone: number });
  return domain.checkCode({ phone: number, code: lastCode(world), network });
};

t.test('a username that is taken is replaced by the next one', async (t) => {
  const world = createMemoryWorld();
  const tokens = ['aaaaaaaa', 'aaaaaaaa', 'AAAA-AAAA', 'bbbbbbbb'];
  const domain = createDomain({ ...world.dependencies, tokens: { next: () => tokens.shift() ?? 'none' } });
  t.equal((await signIn(world, '+4915100000001', domain)).user.username, 'user-aaaaaaaa');
  const { user, isNewUser } = await signIn(world, '+4915100000002', domain);
  t.equal(user.username, 'user-bbbbbbbb');
  t.equal(isNewUser, true);
});

t.test('any other failure of the first sign-in is passed on', async (t) => {
  const world = createMemoryWorld();
  const { stores } = world.dependencies;
  let calls = 0;
  const users = {
    ...stores.users,
    signUp: async () => {
      calls += 1;
      throw new Error('the database is away');
    },
  };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, users } });
  await t.rejects(signIn(world, phone, domain), { message: /^the database is away$/ });
  t.equal(calls, 1);
});

t.test('of two right codes at once one signs in, the other is refused', async (t) => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const check = () => world.domain.checkCode({ phone, code: lastCode(world), network });
  const [first, second] = [check(), check()];
  t.equal((await first).isNewUser, true);
  t.strictSame(await problemOf(second), { code: 'code_invalid' });
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
