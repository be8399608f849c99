import t from 'tap';
import { unknownId } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('a member is removed; a user who is not a member changes nothing', async (t) => {
  const { domain, ownerId, other, circleId } = await circleScene();
  await domain.addCircleMembers({ ownerId, circleId, userIds: [other] });
  for (const userId of [unknownId, 'x']) await domain.removeCircleMember({ ownerId, circleId, userId });
  t.equal((await domain.listCircleMembers({ ownerId, circleId })).total, 1);
  await domain.removeCircleMember({ ownerId, circleId, userId: other });
  t.equal((await domain.listCircleMembers({ ownerId, circleId })).total, 0);
});
