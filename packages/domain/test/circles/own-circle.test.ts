import t from 'tap';
import { refusal, unknownId } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('a circle is found for its owner alone', async (t) => {
  const { domain, ownerId, other, circleId } = await circleScene();
  for (const circle of [
    { ownerId: other, circleId },
    { ownerId, circleId: unknownId },
    { ownerId, circleId: 'x' },
  ]) {
    await t.rejects(domain.renameCircle({ ...circle, name: 'x' }), refusal('not_found'));
    await t.rejects(domain.deleteCircle(circle), refusal('not_found'));
    await t.rejects(domain.listCircleMembers(circle), refusal('not_found'));
    await t.rejects(domain.addCircleMembers({ ...circle, userIds: [other] }), refusal('not_found'));
    for (const userId of [other, 'x'])
      await t.rejects(domain.removeCircleMember({ ...circle, userId }), refusal('not_found'));
  }
  t.hasStrict(await domain.listCircles({ ownerId }), { total: 1, items: [{ id: circleId, name: 'Choir' }] });
});
