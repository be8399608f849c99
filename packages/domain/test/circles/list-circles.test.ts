import t from 'tap';
import { circleScene } from './circle-scene.ts';

t.test('circles are listed for their owner by name, in pages', async (t) => {
  const { domain, ownerId, other, circleId } = await circleScene();
  const { id: first } = await domain.createCircle({ ownerId, name: 'Band' });
  t.hasStrict(await domain.listCircles({ ownerId }), { total: 2, items: [{ id: first }, { id: circleId }] });
  t.hasStrict(await domain.listCircles({ ownerId, page: 2, limit: 1 }), {
    total: 2,
    items: [{ id: circleId }],
  });
  t.equal((await domain.listCircles({ ownerId: other })).total, 0);
});
