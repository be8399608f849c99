import t from 'tap';
import { person } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('members are listed in pages', async (t) => {
  const { world, domain, ownerId, other, circleId } = await circleScene();
  const userIds = [other, await person(world)];
  await domain.addCircleMembers({ ownerId, circleId, userIds });
  const list = (page: number) => domain.listCircleMembers({ ownerId, circleId, page, limit: 1 });
  const pages = [await list(1), await list(2)];
  for (const page of pages) t.hasStrict(page, { total: 2, limit: 1 });
  t.strictSame(pages.flatMap(({ items }) => items.map(({ id }) => id)).sort(), userIds.sort());
});
