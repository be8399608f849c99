import { addCircle, addUser, knownCategory, now, someUser } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

const page = { page: 1, limit: 20 };

export const circleStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps circles for their owner alone', async (t, { stores }) => {
    const [owner, stranger] = [await addUser(stores), await addUser(stores)];
    const id = await addCircle(stores, owner.id, [stranger.id], 'Band');
    const circle = { id, ownerId: owner.id, name: 'Band', memberCount: 1, createdAt: now };
    await addCircle(stores, owner.id, [], 'Zoo');
    const mine = await stores.circles.list(owner.id, { page: 1, limit: 1 });
    t.strictSame(mine, { page: 1, limit: 1, total: 2, items: [circle] });
    t.equal((await stores.circles.list(stranger.id, page)).total, 0);
    t.strictSame(await stores.circles.rename(id, owner.id, 'Choir'), { ...circle, name: 'Choir' });
    t.equal(await stores.circles.rename(id, stranger.id, 'Mine'), null);
    t.equal(await stores.circles.members(id, stranger.id, page), null);
    t.equal(await stores.circles.addMembers(id, stranger.id, [stranger.id], 10), null);
    t.equal(await stores.circles.removeMember(id, stranger.id, stranger.id), false);
    t.equal(await stores.circles.remove(id, stranger.id), false);
    t.equal(await stores.circles.remove(id, owner.id), true);
    t.equal(await stores.circles.remove(id, owner.id), false);
  });

  await example(t, 'adds known members once and never more than fit', async (t, { stores }) => {
    const owner = await addUser(stores);
    const [ada, bob, cyd] = [
      await addUser(stores, { name: 'Ada' }),
      await addUser(stores, { name: 'Bob' }),
      await addUser(stores, { name: 'Cyd' }),
    ];
    const id = await addCircle(stores, owner.id, []);
    const added = await stores.circles.addMembers(id, owner.id, [bob.id, ada.id, someUser().id], 2);
    t.equal(added !== 'full' && added?.memberCount, 2);
    t.equal(await stores.circles.addMembers(id, owner.id, [cyd.id], 2), 'full');
    const repeated = await stores.circles.addMembers(id, owner.id, [ada.id], 2);
    t.equal(repeated !== 'full' && repeated?.memberCount, 2);
    const members = await stores.circles.members(id, owner.id, page);
    t.strictSame(
      members?.items.map(({ name }) => name),
      ['Ada', 'Bob'],
    );
    t.equal(members?.total, 2);
    t.equal(await stores.circles.removeMember(id, owner.id, ada.id), true);
    t.equal(await stores.circles.removeMember(id, owner.id, ada.id), true);
    t.equal((await stores.circles.members(id, owner.id, page))?.total, 1);
  });

  await example(t, 'holds its limits against parallel calls', async (t, { stores }) => {
    const owner = await addUser(stores);
    const people = await atOnce(10, () => addUser(stores));
    const id = await addCircle(stores, owner.id, []);
    await Promise.all(people.map((person) => stores.circles.addMembers(id, owner.id, [person.id], 4)));
    t.equal((await stores.circles.members(id, owner.id, page))?.total, 4);
  });

  await example(t, 'knows categories', async (t, { stores: { categories } }) => {
    t.strictSame(await categories.find('music'), knownCategory);
    t.equal(await categories.find('no-such'), null);
    await categories.ensure([
      { slug: 'music', name: 'Not music', emoji: '?' },
      { slug: 'zither', name: 'Zither', emoji: '🪕' },
    ]);
    t.strictSame(await categories.find('music'), knownCategory);
    const names = (await categories.list()).map(({ name }) => name);
    t.equal(names.at(-1), 'Zither');
    t.strictSame(names, names.toSorted());
  });
};
