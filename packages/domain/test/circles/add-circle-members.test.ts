import t from 'tap';
import { pairKey } from '../../memory/table.ts';
import type { UserId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { faultsOf, person, unknownId } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('each known user is added once, other ids are skipped', async (t) => {
  const { domain, ownerId, other, circleId } = await circleScene();
  t.hasStrict(await domain.addCircleMembers({ ownerId, circleId, userIds: [other, other, unknownId, 'x'] }), {
    id: circleId,
    memberCount: 1,
  });
  t.hasStrict(await domain.addCircleMembers({ ownerId, circleId, userIds: [other] }), { memberCount: 1 });
  t.hasStrict(await domain.listCircles({ ownerId }), { total: 1, items: [{ id: circleId, memberCount: 1 }] });
  t.hasStrict(await domain.listCircleMembers({ ownerId, circleId }), { total: 1, items: [{ id: other }] });
});

t.test('a circle has at most 10,000 members', async (t) => {
  const { world, domain, ownerId, circleId } = await circleScene();
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
  const { domain, ownerId, circleId } = await circleScene();
  const add = (count: number) =>
    domain.addCircleMembers({ ownerId, circleId, userIds: Array.from({ length: count }, () => unknownId) });
  t.equal((await add(1)).memberCount, 0);
  t.equal((await add(limits.membersPerCall)).memberCount, 0);
  const fault = [{ path: '/userIds', message: 'must hold 1 to 1000 ids' }];
  t.strictSame(await faultsOf(add(0)), fault);
  t.strictSame(await faultsOf(add(limits.membersPerCall + 1)), fault);
});
