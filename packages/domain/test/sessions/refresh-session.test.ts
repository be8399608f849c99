import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { SessionId, UserId } from '../../src/ids.ts';
import { openSession } from '../../src/sessions/session.ts';
import { day, second } from '../../src/time.ts';
import { newUser } from '../../src/users/user.ts';
import { problemOf, refusal, unknownId } from '../support.ts';
import { sessionScene } from './session-scene.ts';

const sessionId = unknownId as SessionId;
const userId = '0190a000-0000-7000-8000-000000000001' as UserId;

const scene = async () => {
  const world = createMemoryWorld();
  const createdAt = world.clock.now();
  world.tables.users.set(userId, newUser(userId, '+447700900123', 'ada', createdAt));
  await world.dependencies.stores.sessions.open(openSession(sessionId, userId, createdAt));
  const refresh = async (generation: number) =>
    (await world.domain.refreshSession({ sessionId, generation })).session;
  const authenticate = (generation: number) => world.domain.authenticate({ sessionId, userId, generation });
  const record = () => world.dependencies.stores.sessions.find(sessionId);
  return { world, createdAt, refresh, authenticate, record };
};

t.test('a refresh answers the session as it is kept: unconfirmed, at the next generation', async (t) => {
  const { world, createdAt, refresh, authenticate, record } = await scene();
  await authenticate(1);
  world.clock.advance(second);
  const refreshedAt = world.clock.now();
  const child = {
    id: sessionId,
    userId,
    generation: 2,
    confirmed: false,
    createdAt,
    refreshedAt,
    lastUsedAt: refreshedAt,
    device: '',
    strict: false,
    isReceipt: false,
    endedAt: null,
  };
  t.strictSame(await refresh(1), child);
  t.strictSame(await record(), child);
});

t.test(
  'within the grace the previous token gives the same child, and an older one ends the session',
  async (t) => {
    const { world, refresh, authenticate, record } = await scene();
    await refresh(1);
    await refresh(2);
    await authenticate(3);
    world.clock.advance(30 * second);
    t.equal((await refresh(2)).generation, 3);
    t.strictSame(await problemOf(refresh(4)), { code: 'refresh_token_invalid' }, 'never given');
    t.equal((await record())?.endedAt, null);
    t.strictSame(await problemOf(refresh(1)), { code: 'refresh_token_invalid' }, 'a replay');
    t.strictSame((await record())?.endedAt, world.clock.now());
    t.strictSame(await problemOf(refresh(3)), { code: 'refresh_token_invalid' });
  },
);

t.test('within the grace the current token rotates', async (t) => {
  const { refresh, authenticate } = await scene();
  await refresh(1);
  await authenticate(2);
  t.equal((await refresh(2)).generation, 3);
});

t.test('a lost response can be repeated; an old token ends the session', async (t) => {
  const { world, refresh, authenticate } = await sessionScene();
  t.equal((await refresh(1)).generation, 2);
  world.clock.advance(day);
  t.equal((await refresh(1)).generation, 2, 'the response was lost: the same generation');
  await authenticate(1);
  t.equal((await refresh(1)).generation, 2, 'an older access token confirms nothing');
  await authenticate(2);
  world.clock.advance(30 * second + day);
  await t.rejects(refresh(1), refusal('refresh_token_invalid'), 'a replay');
  await t.rejects(refresh(2), refusal('refresh_token_invalid'), 'ended for all');
  await t.rejects(authenticate(2), refusal('unauthenticated'));
});

t.test('fifty parallel refreshes give one generation', async (t) => {
  const { refresh } = await sessionScene();
  const sessions = await Promise.all(Array.from({ length: 50 }, () => refresh(1)));
  t.strictSame([...new Set(sessions.map(({ generation }) => generation))], [2]);
});
