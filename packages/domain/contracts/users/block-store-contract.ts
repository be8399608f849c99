import { addUser, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'blocks' | 'users', 'unitOfWork'>;

const page = { page: 1, limit: 20 };

/** Whom people block, as {@link BlockStore} says. */
export const blockStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps each person’s own blocks, by name, page by page', async (t, { stores }) => {
    const { blocks } = stores;
    const [user, other] = [await addUser(stores), await addUser(stores)];
    const [zoe, ada, bob] = [
      await addUser(stores, { name: 'Zoë' }),
      await addUser(stores, { name: 'Ada' }),
      await addUser(stores, { name: 'bob' }),
    ];
    for (const { id } of [zoe, ada, bob, zoe]) t.equal(await blocks.add(user.id, id, 9), 'blocked');
    await blocks.add(other.id, ada.id, 9);
    await blocks.add(ada.id, user.id, 9);
    const items = [ada, zoe, bob].map(({ id, name, username, avatar }) => ({ id, name, username, avatar }));
    t.strictSame(await blocks.list(user.id, page), { ...page, total: 3, items });
    const second = { page: 2, limit: 2 };
    t.strictSame(await blocks.list(user.id, second), { ...second, total: 3, items: items.slice(2) });
    await blocks.remove(user.id, ada.id);
    await blocks.remove(user.id, ada.id);
    await blocks.remove(other.id, zoe.id);
    t.strictSame(await blocks.list(user.id, page), { ...page, total: 2, items: items.slice(1) });
    t.strictSame((await blocks.list(other.id, page)).items, items.slice(0, 1));
    t.equal((await blocks.list(ada.id, page)).total, 1);
  });

  await example(t, 'knows people with an account alone', async (t, { stores }) => {
    const { blocks } = stores;
    const [user, erasedUser] = [await addUser(stores), await addUser(stores)];
    await stores.users.erase(erasedUser.id, now);
    for (const id of [erasedUser.id, someUser().id]) {
      t.equal(await blocks.add(user.id, id, 9), 'unknown');
      t.equal(await blocks.add(id, user.id, 9), 'unknown');
      t.equal((await blocks.list(id, page)).total, 0);
    }
    t.equal((await blocks.list(user.id, page)).total, 0);
  });

  await example(t, 'holds at most the limit, also in parallel', async (t, { stores }) => {
    const { blocks } = stores;
    const [user, bystander] = [await addUser(stores), await addUser(stores)];
    const people = await concurrently(12, () => addUser(stores));
    await blocks.add(bystander.id, user.id, 4);
    const outcomes = await concurrently(12, (index) => blocks.add(user.id, people[index]?.id ?? user.id, 4));
    t.equal(outcomes.filter((outcome) => outcome === 'blocked').length, 4);
    t.equal(outcomes.filter((outcome) => outcome === 'full').length, 8);
    const { items } = await blocks.list(user.id, page);
    t.equal(items.length, 4);
    t.equal(await blocks.add(user.id, items[0]?.id ?? user.id, 4), 'blocked', 'who is blocked stays blocked');
    t.equal((await blocks.list(bystander.id, page)).total, 1);
  });

  await example(t, 'lets two people block each other at once', async (t, { stores }) => {
    const { blocks } = stores;
    const [one, other] = [await addUser(stores), await addUser(stores)];
    await concurrently(10, (index) =>
      index % 2 ? blocks.add(one.id, other.id, 9) : blocks.add(other.id, one.id, 9),
    );
    for (const { id } of [one, other]) t.equal((await blocks.list(id, page)).total, 1);
  });

  await example(t, 'ends with the account of either', async (t, { stores }) => {
    const { blocks } = stores;
    const [one, two, three] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    for (const [user, other] of [
      [one, two],
      [two, one],
      [three, one],
      [three, two],
    ] as const)
      await blocks.add(user.id, other.id, 9);
    await stores.users.erase(two.id, now);
    const totals = [one, two, three].map(async ({ id }) => (await blocks.list(id, page)).total);
    t.strictSame(await Promise.all(totals), [0, 0, 1]);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const [user, third, other] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    await stores.blocks.add(user.id, third.id, 9);
    await rolledBack(t, adapters, async ({ blocks }) => {
      await blocks.add(user.id, other.id, 9);
      await blocks.remove(user.id, third.id);
    });
    const { items } = await stores.blocks.list(user.id, page);
    t.strictSame(
      items.map(({ id }) => id),
      [third.id],
    );
  });
};
