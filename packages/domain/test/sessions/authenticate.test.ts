import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { SessionId, UserId } from '../../src/ids.ts';
import { openSession } from '../../src/sessions/session.ts';
import { unknownId } from '../support.ts';

t.test('the bearer of an access token is the session’s user', async (t) => {
  const world = createMemoryWorld();
  const [id, userId] = [unknownId as SessionId, '0190a000-0000-7000-8000-000000000001' as UserId];
  await world.dependencies.stores.sessions.open(openSession(id, userId, world.clock.now()));
  t.strictSame(await world.domain.authenticate({ sessionId: id.toUpperCase(), userId, generation: 1 }), {
    userId,
    sessionId: id,
  });
});
