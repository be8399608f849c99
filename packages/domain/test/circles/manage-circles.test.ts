import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { pairKey } from '../../memory/table.ts';
import type { UserId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { faultsOf, person, unknownId } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const { id: circleId } = await world.domain.createCircle({ ownerId, name: 'Choir' });
  return { world, domain: world.domain, ownerId, circleId };
};

t.test('a name is trimmed and has at most 100 characters', async (t) => {
  const { domain, ownerId, circleId } = await scene();
  const longest = 'x'.repeat(limits.circleNameLength);
  t.equal((await domain.createCircle({ ownerId, name: ' Band ' })).name, 'Band');
  t.equal((await domain.renameCircle({ ownerId, circleId, name: ' Trio ' })).name, 'Trio');
  t.equal((await domain.createCircle({ ownerId, name: longest })).name, longest);
  const tooLong = [{ path: '/name', message: 'must be at most 100 characters' }];
  t.strictSame(await faultsOf(domain.createCircle({ ownerId, name: `${longest}x` })), tooLong);
  t.strictSame(await faultsOf(domain.renameCircle({ ownerId, circleId, name: `${longest}x` })), tooLong);
});

t.test('a user has at most 1,000 circles', async (t) => {
  const { domain, ownerId } = await scene();
  for (let count = 1; count < limits.circlesPerUser; count += 1)
    await domain.createCircle({ ownerId, name: `Circle ${count}` });
  t.equal((await domain.listCircles({ ownerId })).total, limits.circlesPerUser);
  t.strictSame(await faultsOf(domain.createCircle({ ownerId, name: 'One more' })), [
    { path: '', message: 'would exceed 1000 circles' },
  ]);
});

t.test('a circle has at most 10,000 members', async (t) => {
  const { world, domain, ownerId, circleId } = await scene();
  for (let count = 1; count < limits.circleMembers; count += 1) {
    const userId = `member ${count}` as UserId;
    world.tables.circleMembers.set(pairKey(circleId, userId), { circleId, userId });
  }
  const [last, oneMore] = [await person(world), await person(world)];
  t.equal((await domain.addCircleMembers({ ownerId, circleId, userIds: [last] })).memberCount, 10_000);
  t.strictSame(await faultsOf(domain.addCircleMembers({ ownerId, circleId, userIds: [oneMore] })), [
    { path: '/userIds', message: 'would exceed 10000 members' },
  ]);
});

t.test('one call adds 1 to 1,000 members', async (t) => {
  const { domain, ownerId, circleId } = await scene();
  const add = (count: number) =>
    domain.addCircleMembers({ ownerId, circleId, userIds: Array.from({ length: count }, () => unknownId) });
  t.equal((await add(1)).memberCount, 0);
  t.equal((await add(limits.membersPerCall)).memberCount, 0);
  const fault = [{ path: '/userIds', message: 'must hold 1 to 1000 ids' }];
  t.strictSame(await faultsOf(add(0)), fault);
  t.strictSame(await faultsOf(add(limits.membersPerCall + 1)), fault);
});
