import t from 'tap';
import { limits } from '../../src/limits.ts';
import { faultsOf, refusal } from '../support.ts';
import { circleScene } from './circle-scene.ts';

t.test('a name is trimmed and has 1 to 100 characters', async (t) => {
  const { domain, ownerId } = await circleScene();
  const longest = 'x'.repeat(limits.circleNameLength);
  const tooLong = [{ path: '/name', message: 'must be at most 100 characters' }];
  t.hasStrict(await domain.createCircle({ ownerId, name: ' Band ' }), { name: 'Band', memberCount: 0 });
  t.equal((await domain.createCircle({ ownerId, name: longest })).name, longest);
  t.strictSame(await faultsOf(domain.createCircle({ ownerId, name: `${longest}x` })), tooLong);
  for (const name of [' ', 'Band\nBand', 'Band\u202e'])
    await t.rejects(domain.createCircle({ ownerId, name }), refusal('invalid_request'));
});
