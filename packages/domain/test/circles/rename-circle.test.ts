import t from 'tap';
import { limits } from '../../src/limits.ts';
import { faultsOf } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('a new name is trimmed and has at most 100 characters', async (t) => {
  const { domain, ownerId, circleId } = await circleScene();
  const longest = 'x'.repeat(limits.circleNameLength);
  const tooLong = [{ path: '/name', message: 'must be at most 100 characters' }];
  t.hasStrict(await domain.renameCircle({ ownerId, circleId, name: ' Trio ' }), {
    id: circleId,
    name: 'Trio',
    memberCount: 0,
  });
  t.equal((await domain.renameCircle({ ownerId, circleId, name: longest })).name, longest);
  t.strictSame(await faultsOf(domain.renameCircle({ ownerId, circleId, name: `${longest}x` })), tooLong);
});
