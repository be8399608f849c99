import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { SessionId, UserId } from '../../src/ids.ts';
import { openSession, sessionLifetimes } from '../../src/sessions/session.ts';
import { newUser } from '../../src/users/user.ts';
import { person, refusal, unknownId } from '../support.ts';
import { sessionScene } from './session-scene.ts';

t.test('the bearer of an access token is the session’s user', async (t) => {
  const world = createMemoryWorld();
  const [id, userId] = [unknownId as SessionId, '0190a000-0000-7000-8000-000000000001' as UserId];
  world.tables.users.set(userId, newUser(userId, '+447700900123', 'ada', world.clock.now()));
  await world.dependencies.stores.sessions.open(openSession(id, userId, world.clock.now()));
  t.strictSame(await world.domain.authenticate({ sessionId: id.toUpperCase(), userId, generation: 1 }), {
    userId,
    sessionId: id,
  });
});

t.test('an authenticated request moves the last use of its session, in steps', async (t) => {
  const { world, session, authenticate } = await sessionScene();
  const lastUse = async () => (await world.dependencies.stores.sessions.find(session.id))?.lastUsedAt;
  let writes = 0;
  const { stores } = world.dependencies;
  const counting = createDomain({
    ...world.dependencies,
    stores: {
      ...stores,
      sessions: {
        ...stores.sessions,
        use: async (...use) => {
          writes += 1;
          await stores.sessions.use(...use);
        },
      },
    },
  });
  await authenticate(1);
  const first = await lastUse();
  world.clock.advance(sessionLifetimes.useStep - 1);
  await counting.authenticate({ sessionId: session.id, userId: session.userId, generation: 1 });
  t.strictSame([await lastUse(), writes], [first, 0], 'most requests write nothing');
  world.clock.advance(1);
  await counting.authenticate({ sessionId: session.id, userId: session.userId, generation: 1 });
  t.strictSame([await lastUse(), writes], [world.clock.now(), 1]);
  await world.domain.refreshSession({ sessionId: session.id, generation: 1 });
  await counting.authenticate({ sessionId: session.id, userId: session.userId, generation: 1 });
  t.equal(writes, 1, 'nor does one with a token of the generation before');
});

t.test('claims of another user or of no session are refused', async (t) => {
  const { world, session } = await sessionScene();
  const { authenticate } = world.domain;
  const userId = await person(world);
  await t.rejects(authenticate({ sessionId: session.id, userId, generation: 1 }), refusal('unauthenticated'));
  await t.rejects(
    authenticate({ sessionId: session.id, userId: session.userId, generation: 2 }),
    refusal('unauthenticated'),
    'a generation that was never issued',
  );
  await t.rejects(authenticate({ sessionId: 'x', userId, generation: 1 }), refusal('unauthenticated'));
  await t.rejects(
    world.domain.refreshSession({ sessionId: 'x', generation: 1 }),
    refusal('refresh_token_invalid'),
  );
});
