import type { CircleId, UserId } from '../../src/ids.ts';
import { addCircle, addUser, newId, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'circles' | 'users'>;

const page = { page: 1, limit: 20 };

const memberIds = async (stores: Ports['stores'], circle: CircleId, owner: UserId) =>
  (await stores.circles.members(circle, owner, page))?.items.map(({ id }) => id);

/** The members of circles, as {@link CircleStore} keeps them. */
export const circleMembersContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'adds each known user once', async (t, { stores }) => {
    const owner = await addUser(stores);
    const [ada, bob, erasedUser] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    await stores.users.erase(erasedUser.id, now);
    const id = await addCircle(stores, owner.id, [], 'Band');
    const userIds = [bob.id, ada.id, bob.id, someUser().id, erasedUser.id];
    const circle = { id, ownerId: owner.id, name: 'Band', memberCount: 2, createdAt: now };
    t.strictSame(
      await stores.circles.addMembers(id, owner.id, userIds, 2),
      circle,
      'unknown users take no place',
    );
    t.strictSame(await stores.circles.addMembers(id, owner.id, [ada.id], 2), circle, 'nor do members');
    t.strictSame(await stores.circles.addMembers(id, owner.id, [], 2), circle);
    t.strictSame(await memberIds(stores, id, owner.id), [ada.id, bob.id]);
  });

  await example(t, 'adds all or none when the circle would be too full', async (t, { stores }) => {
    const owner = await addUser(stores);
    const [ada, bob, cyd] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    const id = await addCircle(stores, owner.id, [ada.id]);
    await addCircle(stores, owner.id, [bob.id, cyd.id], 'Other');
    t.equal(await stores.circles.addMembers(id, owner.id, [bob.id, cyd.id], 2), 'full');
    t.strictSame(await memberIds(stores, id, owner.id), [ada.id]);
    const filled = await stores.circles.addMembers(id, owner.id, [bob.id], 2);
    t.equal(filled !== 'full' && filled?.memberCount, 2, 'the limit itself is not too many');
  });

  await example(t, 'counts the members of this circle alone', async (t, { stores }) => {
    const owner = await addUser(stores);
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const id = await addCircle(stores, owner.id, [ada.id], 'A');
    const other = await addCircle(stores, owner.id, [ada.id, bob.id], 'B');
    await addCircle(stores, ada.id, [bob.id, owner.id], 'C');
    const counts = (await stores.circles.list(owner.id, page)).items.map(({ memberCount }) => memberCount);
    t.strictSame(counts, [1, 2]);
    t.strictSame(await memberIds(stores, id, owner.id), [ada.id]);
    t.equal((await stores.circles.rename(id, owner.id, 'A'))?.memberCount, 1);
    const grown = await stores.circles.addMembers(id, owner.id, [owner.id], 9);
    t.equal(grown !== 'full' && grown?.memberCount, 2);
    t.strictSame(await memberIds(stores, other, owner.id), [ada.id, bob.id]);
  });

  await example(
    t,
    'shows members by name, by code point, then by id, page by page',
    async (t, { stores }) => {
      const owner = await addUser(stores);
      const [first, second] = [newId<'user'>() as UserId, newId<'user'>() as UserId];
      const zoe = await addUser(stores, { name: 'Zoe', avatar: 'https://pics.example/z' });
      const bob = await addUser(stores, { name: 'bob' });
      for (const id of [second, first]) await addUser(stores, { id, name: 'Twin' });
      const circle = await addCircle(stores, owner.id, [bob.id, second, zoe.id, first]);
      t.strictSame(await memberIds(stores, circle, owner.id), [first, second, zoe.id, bob.id]);
      const members = (number: number, limit: number) =>
        stores.circles.members(circle, owner.id, { page: number, limit });
      const { id, name, username, avatar } = zoe;
      const item = { id, name, username, avatar };
      t.strictSame(await members(3, 1), { page: 3, limit: 1, total: 4, items: [item] });
      t.equal((await members(2, 3))?.items[0]?.id, bob.id);
      t.strictSame(await members(3, 3), { page: 3, limit: 3, total: 4, items: [] });
    },
  );

  await example(t, 'removes this member from this circle alone', async (t, { stores }) => {
    const owner = await addUser(stores);
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const id = await addCircle(stores, owner.id, [ada.id, bob.id], 'A');
    const other = await addCircle(stores, owner.id, [ada.id], 'B');
    const foreign = await addCircle(stores, bob.id, [ada.id], 'C');
    t.equal(await stores.circles.removeMember(id, owner.id, ada.id), true);
    t.equal(
      await stores.circles.removeMember(id, owner.id, ada.id),
      true,
      'who is no member is not there after',
    );
    t.strictSame(await memberIds(stores, id, owner.id), [bob.id]);
    t.strictSame(await memberIds(stores, other, owner.id), [ada.id]);
    t.strictSame(await memberIds(stores, foreign, bob.id), [ada.id]);
  });

  await example(t, 'holds the limit of each circle against parallel calls', async (t, { stores }) => {
    const owner = await addUser(stores);
    const people = await concurrently(10, () => addUser(stores));
    const [id, other] = [await addCircle(stores, owner.id, []), await addCircle(stores, owner.id, [])];
    const outcomes = await Promise.all(
      [id, other].map((circle) =>
        Promise.all(people.map((person) => stores.circles.addMembers(circle, owner.id, [person.id], 4))),
      ),
    );
    for (const added of outcomes) t.equal(added.filter((outcome) => outcome === 'full').length, 6);
    for (const circle of [id, other]) t.equal((await memberIds(stores, circle, owner.id))?.length, 4);
  });
};
