import { UsernameTaken } from '../../src/users/username-taken.ts';
import { addUser, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'users', 'unitOfWork'>;

export const userStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps a user and finds this user alone', async (t, { stores }) => {
    const { users } = stores;
    const bystanders = [await addUser(stores, { name: 'First' })];
    const user = someUser({
      name: 'Zoë O’Hara',
      city: 'Łódź',
      locale: 'de-AT',
      bio: 'line\nbreak',
      avatar: 'https://pics.example/z.png',
      role: 'admin',
      peacesBalance: 7,
      metadata: { a: '"\\', till: '7' },
    });
    t.strictSame(await users.signUp(user), { user, isNew: true });
    bystanders.push(await addUser(stores, { name: 'Last' }));
    for (const one of [user, ...bystanders]) {
      const { id, name, username, avatar } = one;
      t.strictSame(await users.find(id), one);
      t.strictSame(await users.findByPhone(one.phone), one);
      t.strictSame(await users.findByUsername(username), { id, name, username, avatar });
      t.equal((await users.findByUsername(username.toUpperCase()))?.id, id);
    }
    const stranger = someUser();
    t.equal(await users.find(stranger.id), null);
    t.equal(await users.findByPhone(stranger.phone), null);
    t.equal(await users.findByUsername(stranger.username), null);
  });

  await example(t, 'answers the user who has the phone', async (t, { stores }) => {
    const { users } = stores;
    const user = await addUser(stores);
    const again = someUser({ phone: user.phone });
    t.strictSame(await users.signUp(again), { user: user, isNew: false });
    t.equal(await users.find(again.id), null);
    t.equal(await users.findByUsername(again.username), null);
    const namesake = someUser({ phone: user.phone, username: user.username });
    t.strictSame(
      await users.signUp(namesake),
      { user: user, isNew: false },
      'with the username of that user, too',
    );
  });

  await example(
    t,
    'makes one user of parallel first sign-ins of a phone',
    async (t, { stores: { users } }) => {
      const phones = [someUser().phone, someUser().phone];
      const all = await concurrently(20, (index) =>
        users.signUp(someUser({ phone: phones[index % 2] as string })),
      );
      t.equal(all.filter(({ isNew }) => isNew).length, 2);
      t.strictSame([...new Set(all.map(({ user }) => user.phone))].sort(), phones.sort());
      t.equal(new Set(all.map(({ user }) => user.id)).size, 2);
    },
  );

  await example(t, 'refuses a username in use, without case', async (t, { stores }) => {
    const { username } = await addUser(stores);
    const refusedUser = someUser({ username: username.toUpperCase() });
    await t.rejects(stores.users.signUp(refusedUser), new UsernameTaken());
    t.equal(await stores.users.findByPhone(refusedUser.phone), null);
    const other = await addUser(stores);
    t.equal(
      await stores.users.update(other.id, { username: username.toUpperCase(), name: 'X' }),
      'username_taken',
    );
    t.strictSame(await stores.users.find(other.id), other, 'a refused change changes nothing');
  });

  await example(t, 'changes just what is given, of this user alone', async (t, { stores }) => {
    const user = await addUser(stores, { name: 'Before', city: 'Oslo' });
    const bystander = await addUser(stores, { name: 'Bystander', city: 'Oslo' });
    const changes = {
      name: 'After',
      username: user.username.toUpperCase(),
      avatar: 'https://pics.example/a',
    };
    t.strictSame(await stores.users.update(user.id, changes), { ...user, ...changes });
    t.strictSame(await stores.users.find(user.id), { ...user, ...changes });
    t.strictSame(await stores.users.update(user.id, {}), { ...user, ...changes });
    const more = { avatar: null, bio: 'Sings.', city: '', locale: 'en' };
    t.strictSame(await stores.users.update(user.id, more), { ...user, ...changes, ...more });
    t.strictSame(await stores.users.find(user.id), { ...user, ...changes, ...more });
    t.strictSame(await stores.users.find(bystander.id), bystander);
  });

  await example(t, 'changes no unknown user and no erased account', async (t, { stores }) => {
    t.equal(await stores.users.update(someUser().id, { name: 'Unknown' }), null);
    const erasedUser = await addUser(stores);
    await stores.users.erase(erasedUser.id, now);
    t.equal(await stores.users.update(erasedUser.id, { name: 'Back again' }), null);
    const { username } = await addUser(stores);
    t.equal(await stores.users.update(erasedUser.id, { username }), null);
    t.equal(await stores.users.find(erasedUser.id), null);
  });

  await example(t, 'changes metadata from what it was alone', async (t, { stores }) => {
    const user = await addUser(stores, { metadata: { a: '1' } });
    const change = { name: 'New', metadata: { b: '2' } };
    t.equal(await stores.users.update(user.id, change, {}), 'outdated');
    t.equal(await stores.users.update(user.id, { ...change, username: 'a.new.one' }, {}), 'outdated');
    t.strictSame(await stores.users.find(user.id), user);
    t.strictSame(await stores.users.update(user.id, change, { a: '1' }), { ...user, ...change });
    t.equal(await stores.users.update(someUser().id, change, {}), null);
    const { username } = await addUser(stores);
    t.equal(await stores.users.update(user.id, { ...change, username }, change.metadata), 'username_taken');
  });

  await example(t, 'loses no metadata of parallel changes', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const add = async (key: string): Promise<void> => {
      const { metadata = {} } = (await stores.users.find(id)) ?? {};
      const changed = { metadata: { ...metadata, [key]: key } };
      if ((await stores.users.update(id, changed, metadata)) === 'outdated') await add(key);
    };
    await concurrently(keys.length, (index) => add(keys[index] as string));
    t.strictSame(Object.keys((await stores.users.find(id))?.metadata ?? {}).sort(), keys);
  });

  await example(t, 'gives a username to one of parallel callers', async (t, { stores }) => {
    const callers = await concurrently(8, () => addUser(stores));
    const outcomes = await Promise.all(
      callers.map(({ id }) => stores.users.update(id, { username: 'the-one' })),
    );
    t.equal(outcomes.filter((outcome) => outcome === 'username_taken').length, 7);
    const fresh = await concurrently(6, () =>
      stores.users.signUp(someUser({ username: 'the-new-one' })).catch((error: unknown) => error),
    );
    t.equal(fresh.filter((error) => error instanceof UsernameTaken).length, 5);
  });

  await example(t, 'waits for a unit of work that takes the username', async (t, { stores, unitOfWork }) => {
    const [one, other] = [await addUser(stores), await addUser(stores)];
    for (const outcome of ['kept', 'rolled back']) {
      const username = outcome.replace(' ', '-');
      let meanwhile: ReturnType<typeof stores.users.update> | undefined;
      const unit = unitOfWork.run(async ({ users }) => {
        await users.update(one.id, { username });
        meanwhile = stores.users.update(other.id, { username });
        await users.find(one.id);
        if (outcome === 'rolled back') throw new Error(outcome);
      });
      await unit.catch((error: Error) => t.equal(error.message, 'rolled back'));
      const outcomeOfOther = await meanwhile;
      t.strictSame(outcomeOfOther, outcome === 'kept' ? 'username_taken' : { ...other, username }, outcome);
    }
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { users } = adapters.stores;
    const user = await addUser(adapters.stores, { name: 'Kept' });
    const fresh = someUser();
    await rolledBack(t, adapters, async (inside) => {
      await inside.users.signUp(fresh);
      await inside.users.update(user.id, { name: 'Changed', username: 'changed-name' });
    });
    t.equal(await users.findByPhone(fresh.phone), null);
    t.strictSame(await users.find(user.id), user);
    t.equal(await users.findByUsername('changed-name'), null);
  });
};
