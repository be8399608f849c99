import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { person, problemOf, unknownId } from '../support.ts';

t.test('a profile is the caller’s own', async (t) => {
  const world = createMemoryWorld();
  const userId = await person(world);
  t.strictSame(await world.domain.getProfile({ userId }), await world.dependencies.stores.users.find(userId));
  t.strictSame(await problemOf(world.domain.getProfile({ userId: unknownId as UserId })), {
    code: 'unauthenticated',
  });
});
