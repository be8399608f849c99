import t from 'tap';
import { sessionScene } from '../sessions/session-scene.ts';
import { refusal } from '../support.ts';

t.test('a user is found by username, compared without case', async (t) => {
  const { world, user } = await sessionScene();
  const { domain } = world;
  await domain.updateProfile({ userId: user.id, changes: { name: 'Zoë', username: 'zoe.k' } });
  t.hasStrict(await domain.findUser({ username: 'ZOE.K' }), { id: user.id, name: 'Zoë' });
  await t.rejects(domain.findUser({ username: 'unknown' }), refusal('not_found'));
});
