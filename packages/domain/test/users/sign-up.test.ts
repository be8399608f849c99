import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { signUp } from '../../src/users/sign-up.ts';

const phone = '+4915112345678';

const scene = (...tokens: string[]) => {
  const { dependencies } = createMemoryWorld();
  return { dependencies, signUp: signUp({ ...dependencies, tokens: { next: () => tokens.shift() ?? '' } }) };
};

t.test('the first sign-up of a phone creates its user, a later one changes nothing', async (t) => {
  const { signUp } = scene();
  const fields = { name: 'Ada', username: 'ada', bio: 'Plays chess.', city: 'Berlin' };
  const first = await signUp({ phone, ...fields });
  t.hasStrict(first, { isNew: true, user: { phone, ...fields } });
  t.strictSame(await signUp({ phone, name: 'Bob', username: 'bob' }), { user: first.user, isNew: false });
});

t.test('a user has a generated username and empty fields by default', async (t) => {
  const { user } = await scene('Ab-3_dEf9xyz').signUp({ phone });
  t.hasStrict(user, { name: '', username: 'user-ab3def9x', bio: '', city: '' });
});

t.test('a username in use is replaced by the first generated one that is free', async (t) => {
  const { signUp } = scene('aaaaaaaa', 'aaaaaaaa', 'AAAA-AAAA', 'bbbbbbbb');
  await signUp({ phone: '+4915100000001' });
  const { user, isNew } = await signUp({ phone: '+4915100000002', username: 'User-aaaaaaaa' });
  t.equal(user.username, 'user-bbbbbbbb');
  t.equal(isNew, true);
});

t.test('any other failure of the store is passed on', async (t) => {
  const { dependencies } = scene();
  let calls = 0;
  const users = {
    ...dependencies.stores.users,
    signUp: async () => {
      calls += 1;
      throw new Error('the database is away');
    },
  };
  const failing = signUp({ ...dependencies, stores: { ...dependencies.stores, users } });
  await t.rejects(failing({ phone }), { message: /^the database is away$/ });
  t.equal(calls, 1);
});
