import type { Circle } from '../../src/circles/circle.ts';
import type { CircleId, UserId } from '../../src/ids.ts';
import { addCircle, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'circles' | 'users', 'unitOfWork'>;

const page = { page: 1, limit: 20 };
const someCircle = (ownerId: UserId, name: string): Circle => ({
  id: newId<'circle'>() as CircleId,
  ownerId,
  name,
  memberCount: 0,
  createdAt: now,
});

/** The names and member counts of an owner's circles. */
const circlesOf = async (stores: Ports['stores'], owner: UserId) =>
  (await stores.circles.list(owner, page)).items.map(({ name, memberCount }) => [name, memberCount]);

const upTo = (limit: number) => ({ usual: limit, young: limit, youngSince: now });

export const circleStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'shows and changes a circle for its owner alone', async (t, { stores }) => {
    const [owner, stranger] = [await addUser(stores), await addUser(stores)];
    const id = await addCircle(stores, owner.id, [stranger.id], 'Band');
    const circle = { id, ownerId: owner.id, name: 'Band', memberCount: 1, createdAt: now };
    t.strictSame(await stores.circles.list(owner.id, page), { ...page, total: 1, items: [circle] });
    t.equal(await stores.circles.exists(id), true);
    t.equal(await stores.circles.exists(newId<'circle'>() as CircleId), false);
    t.strictSame(await stores.circles.list(stranger.id, page), { ...page, total: 0, items: [] });
    t.equal(await stores.circles.rename(id, stranger.id, 'Mine'), null);
    t.equal(await stores.circles.members(id, stranger.id, page), null);
    t.equal(await stores.circles.addMembers(id, stranger.id, [owner.id], 10), null);
    t.equal(await stores.circles.removeMember(id, stranger.id, stranger.id), false);
    t.equal(await stores.circles.remove(id, stranger.id), false);
    t.strictSame(await stores.circles.list(owner.id, page), { ...page, total: 1, items: [circle] });
    const unknownCircleId = newId<'circle'>() as CircleId;
    t.equal(await stores.circles.rename(unknownCircleId, owner.id, 'None'), null);
    t.equal(await stores.circles.members(unknownCircleId, owner.id, page), null);
    t.equal(await stores.circles.addMembers(unknownCircleId, owner.id, [stranger.id], 10), null);
    t.equal(await stores.circles.removeMember(unknownCircleId, owner.id, stranger.id), false);
    t.equal(await stores.circles.remove(unknownCircleId, owner.id), false);
  });

  await example(t, 'bounds the circles of this owner alone', async (t, { stores }) => {
    const [owner, other] = [await addUser(stores), await addUser(stores)];
    for (const name of ['1', '2', '3']) await addCircle(stores, other.id, [], name);
    t.equal(await stores.circles.add(someCircle(owner.id, 'a'), upTo(2)), 'added');
    t.equal(await stores.circles.add(someCircle(owner.id, 'b'), upTo(2)), 'added');
    t.strictSame(await stores.circles.add(someCircle(owner.id, 'c'), upTo(2)), { limit: 2 });
    t.strictSame(await circlesOf(stores, owner.id), [
      ['a', 0],
      ['b', 0],
    ]);
    t.equal((await stores.circles.list(other.id, page)).total, 3);
    const parallel = await concurrently(8, (index) =>
      stores.circles.add(someCircle(owner.id, `parallel ${index}`), upTo(5)),
    );
    t.equal(parallel.filter((outcome) => outcome === 'added').length, 3);
  });

  await example(t, 'lists by name, by code point, then by id, page by page', async (t, { stores }) => {
    const owner = await addUser(stores);
    const [first, second] = [someCircle(owner.id, 'Twin'), someCircle(owner.id, 'Twin')];
    for (const circle of [second, someCircle(owner.id, 'aunts'), first, someCircle(owner.id, 'Zoo')])
      await stores.circles.add(circle, null);
    const list = async (number: number, limit: number) => {
      const { items, ...meta } = await stores.circles.list(owner.id, { page: number, limit });
      return { ...meta, items: items.map(({ name, id }) => (name === 'Twin' ? id : name)) };
    };
    const all = [first.id, second.id, 'Zoo', 'aunts'];
    t.strictSame(await list(1, 20), { page: 1, limit: 20, total: 4, items: all });
    t.strictSame(await list(2, 1), { page: 2, limit: 1, total: 4, items: [second.id] });
    t.strictSame(await list(2, 3), { page: 2, limit: 3, total: 4, items: ['aunts'] });
    t.strictSame(await list(5, 3), { page: 5, limit: 3, total: 4, items: [] });
  });

  await example(t, 'renames this circle alone, for good', async (t, { stores }) => {
    const [owner, friend] = [await addUser(stores), await addUser(stores)];
    const id = await addCircle(stores, owner.id, [friend.id], 'Band');
    await addCircle(stores, owner.id, [], 'Zoo');
    await addCircle(stores, friend.id, [], 'Band');
    const circle = { id, ownerId: owner.id, name: 'Choir', memberCount: 1, createdAt: now };
    t.strictSame(await stores.circles.rename(id, owner.id, 'Choir'), circle);
    t.strictSame(await circlesOf(stores, owner.id), [
      ['Choir', 1],
      ['Zoo', 0],
    ]);
    t.strictSame(await circlesOf(stores, friend.id), [['Band', 0]]);
  });

  await example(t, 'removes this circle alone, with its members', async (t, { stores }) => {
    const [owner, friend] = [await addUser(stores), await addUser(stores)];
    const circle = someCircle(owner.id, 'Band');
    await stores.circles.add(circle, null);
    await stores.circles.addMembers(circle.id, owner.id, [friend.id], 9);
    await addCircle(stores, owner.id, [friend.id, owner.id], 'Zoo');
    await addCircle(stores, friend.id, [owner.id], 'Others');
    t.equal(await stores.circles.remove(circle.id, owner.id), true);
    t.equal(await stores.circles.remove(circle.id, owner.id), false);
    t.equal(await stores.circles.members(circle.id, owner.id, page), null);
    await stores.circles.add(circle, null);
    t.strictSame(await circlesOf(stores, owner.id), [
      ['Band', 0],
      ['Zoo', 2],
    ]);
    t.strictSame(await circlesOf(stores, friend.id), [['Others', 1]]);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const [owner, friend] = [await addUser(stores), await addUser(stores)];
    const circleId = await addCircle(stores, owner.id, [friend.id], 'Kept');
    const removedCircleId = await addCircle(stores, owner.id, [friend.id, owner.id], 'Removed');
    await rolledBack(t, adapters, async ({ circles }) => {
      await circles.add(someCircle(owner.id, 'Added'), null);
      await circles.rename(circleId, owner.id, 'Renamed');
      await circles.addMembers(circleId, owner.id, [owner.id], 9);
      await circles.removeMember(circleId, owner.id, friend.id);
      await circles.remove(removedCircleId, owner.id);
    });
    t.strictSame(await circlesOf(stores, owner.id), [
      ['Kept', 1],
      ['Removed', 2],
    ]);
    const members = await stores.circles.members(circleId, owner.id, page);
    t.strictSame(
      members?.items.map(({ id }) => id),
      [friend.id],
    );
  });
};
