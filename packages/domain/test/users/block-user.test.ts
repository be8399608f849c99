import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { faultsOf, person, refusal, unknownId } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const [callerId, other] = [await person(world), await person(world)];
  const blocked = async () => (await world.domain.listBlockedUsers({ callerId })).items.map(({ id }) => id);
  return { world, domain: world.domain, callerId, other, blocked };
};

t.test('blocking and unblocking may be repeated', async (t) => {
  const { domain, callerId, other, blocked } = await scene();
  for (const userId of [other, other.toUpperCase()]) await domain.blockUser({ callerId, userId });
  t.strictSame(await blocked(), [other]);
  for (const userId of [unknownId, 'x', other, other]) await domain.unblockUser({ callerId, userId });
  t.strictSame(await blocked(), []);
});

t.test('an unknown user cannot be blocked, nor the caller', async (t) => {
  const { domain, callerId, blocked } = await scene();
  for (const userId of [unknownId, 'x'])
    await t.rejects(domain.blockUser({ callerId, userId }), refusal('not_found'));
  t.strictSame(await faultsOf(domain.blockUser({ callerId, userId: callerId })), [
    { path: '/userId', message: 'must not be your own id' },
  ]);
  t.strictSame(await blocked(), []);
});

t.test('a user blocks at most 1,000 others', async (t) => {
  const { world, domain, callerId, other } = await scene();
  for (let count = 1; count < limits.blockedUsers; count += 1) {
    const row = { userId: callerId, blockedId: `u${count}` as UserId };
    world.tables.blocks.set(`block ${count}`, row);
  }
  await domain.blockUser({ callerId, userId: other });
  const userId = await person(world);
  t.strictSame(await faultsOf(domain.blockUser({ callerId, userId })), [
    { path: '/userId', message: 'would exceed 1000 blocked users' },
  ]);
  await t.rejects(domain.listBlockedUsers({ callerId, limit: 51 }), refusal('invalid_request'));
});
