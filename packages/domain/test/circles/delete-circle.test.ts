import t from 'tap';
import { refusal } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('a deleted circle is no longer listed', async (t) => {
  const { domain, ownerId, circleId } = await circleScene();
  await domain.deleteCircle({ ownerId, circleId });
  t.equal((await domain.listCircles({ ownerId })).total, 0);
  await t.rejects(domain.deleteCircle({ ownerId, circleId }), refusal('not_found'));
});
