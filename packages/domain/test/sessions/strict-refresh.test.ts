import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { memoryKeyedHashes } from '../../memory/memory-sources.ts';
import { createDomain } from '../../src/create-domain.ts';
import { rememberedExchanges } from '../../src/sessions/session.ts';
import { day, hour, second } from '../../src/time.ts';
import { network, signIn } from '../sign-in/sign-in-scene.ts';
import { problemOf, refusal } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const { session, user } = await signIn(world);
  const origin = { sessionId: null, network };
  const refreshed = (generation: number, idempotencyKey: string | null = null, domain = world.domain) =>
    domain.refreshSession({ sessionId: session.id, generation, idempotencyKey, origin });
  const refresh = async (generation: number, key: string | null = null, domain = world.domain) =>
    (await refreshed(generation, key, domain)).session.generation;
  const authenticate = (generation: number) =>
    world.domain.authenticate({ sessionId: session.id, userId: user.id, generation });
  const isOver = async () => (await world.dependencies.stores.sessions.find(session.id))?.endedAt !== null;
  return { world, session, user, origin, refreshed, refresh, authenticate, isOver };
};

t.test('an exchange with a key is repeated with that key, however late and after its use', async (t) => {
  const { world, refresh, authenticate } = await scene();
  t.equal(await refresh(1, 'a'), 2);
  t.equal(await refresh(1, 'a'), 2);
  await authenticate(2);
  world.clock.advance(day);
  t.equal(await refresh(1, 'a'), 2);
  t.equal(await refresh(2, 'b'), 3, 'the child is exchanged as usual');
});

t.test('a token exchanged with a key ends the session with another key or none', async (t) => {
  for (const [name, key] of [
    ['another key', 'b'],
    ['a part of the key', 'a'.repeat(2)],
    ['no key', null],
  ] as const) {
    const { refresh, authenticate, isOver } = await scene();
    await refresh(1, 'a');
    t.strictSame(await problemOf(refresh(1, key)), { code: 'refresh_token_invalid' }, name);
    t.equal(await isOver(), true, name);
    await t.rejects(refresh(2, 'c'), refusal('refresh_token_invalid'), 'for all who hold its tokens');
    await t.rejects(authenticate(2), refusal('unauthenticated'));
    await t.rejects(refresh(1, 'a'), refusal('refresh_token_invalid'), 'the right key comes too late');
  }
});

t.test('a session stays strict when an exchange brings no key', async (t) => {
  const { refresh, isOver } = await scene();
  await refresh(1, 'a');
  t.equal(await refresh(2), 3);
  t.equal(await refresh(1, 'a'), 2);
  t.equal(await isOver(), false);
  await t.rejects(
    refresh(2),
    refusal('refresh_token_invalid'),
    'an exchange without a key has no repetition',
  );
  t.equal(await isOver(), true);
});

t.test('a session becomes strict by the first refresh with a key, be it a repetition', async (t) => {
  for (const key of ['b', null]) {
    const { refresh, isOver } = await scene();
    await refresh(1);
    t.equal(await refresh(1), 2);
    t.equal(await refresh(1, 'a'), 2, 'the rule without keys held until now');
    t.equal(await refresh(1, 'a'), 2, 'the key counts as that of the exchange');
    await t.rejects(refresh(1, key), refusal('refresh_token_invalid'));
    t.equal(await isOver(), true);
  }
  const { refresh, isOver } = await scene();
  await refresh(1);
  t.equal(await refresh(2, 'c'), 3);
  await t.rejects(refresh(1), refusal('refresh_token_invalid'), 'exchanged before it was strict');
  t.equal(await isOver(), true);
});

t.test('of two repetitions that would make a session strict with two keys one does', async (t) => {
  const { refresh, isOver } = await scene();
  await refresh(1);
  const outcomes = await Promise.allSettled([refresh(1, 'a'), refresh(1, 'b')]);
  t.strictSame(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.equal(await isOver(), true);
});

t.test('a refresh answers the session as it is stored', async (t) => {
  const { world, session, refreshed } = await scene();
  const record = async () => world.dependencies.stores.sessions.find(session.id);
  for (const [generation, key] of [
    [1, null],
    [1, null],
    [1, 'a'],
    [1, 'a'],
    [2, 'b'],
    [3, null],
  ] as const)
    t.strictSame(
      await refreshed(generation, key),
      { session: await record(), isSuperseded: false },
      `${generation} ${key}`,
    );
  const fresh = await scene();
  const child = await fresh.refreshed(1, 'a');
  t.strictSame(child.session, await fresh.world.dependencies.stores.sessions.find(fresh.session.id));
});

t.test('an older exchange is repeated too, as superseded, while it is remembered', async (t) => {
  const { refreshed, refresh, isOver } = await scene();
  const last = rememberedExchanges + 1;
  for (let generation = 1; generation <= last; generation += 1)
    await refresh(generation, `key ${generation}`);
  t.hasStrict(await refreshed(2, 'key 2'), { session: { generation: 3 }, isSuperseded: true });
  t.hasStrict(await refreshed(last, `key ${last}`), {
    session: { generation: last + 1 },
    isSuperseded: false,
  });
  t.equal(await isOver(), false);
  await t.rejects(refresh(1, 'key 1'), refusal('refresh_token_invalid'), 'forgotten');
  t.equal(await isOver(), true);
});

t.test('one key names the exchanges of two tokens apart', async (t) => {
  const { world, refresh } = await scene();
  t.equal(await refresh(1, 'same'), 2);
  t.equal(await refresh(2, 'same'), 3);
  t.equal(await refresh(1, 'same'), 2);
  const [first, second] = [...(world.tables.exchanges.rows()[0] ?? [])];
  t.not(first?.keyHash, second?.keyHash, 'its hashes do not tell that it is one key');
  t.notMatch(JSON.stringify(world.tables.exchanges.rows()), 'same', 'and the key is not stored');
});

t.test('of parallel exchanges with one key all give one child; another key ends the session', async (t) => {
  const one = await scene();
  const same = await Promise.all(Array.from({ length: 50 }, () => one.refresh(1, 'a')));
  t.strictSame([...new Set(same)], [2]);
  const two = await scene();
  const outcomes = await Promise.allSettled(['a', 'b'].map((key) => two.refresh(1, key)));
  t.strictSame(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.equal(await two.isOver(), true);
});

t.test('an exchange is repeated after the secret of the hashes was rotated', async (t) => {
  const { world, refresh } = await scene();
  const rotated = createDomain({ ...world.dependencies, keyHashes: memoryKeyedHashes('next', 'memory') });
  await refresh(1, 'a');
  t.equal(await refresh(1, 'a', rotated), 2);
  t.equal(await refresh(2, 'b', rotated), 3);
  t.equal(await refresh(2, 'b', rotated), 3);
  t.equal(await refresh(1, 'a', rotated), 2);
});

t.test('a replay is recorded once, with who presented it and the session that it ended', async (t) => {
  for (const key of ['a', null]) {
    const { world, session, user, origin, refresh, authenticate } = await scene();
    await refresh(1, key);
    await authenticate(2);
    world.clock.advance(hour);
    await refresh(2, key);
    world.clock.advance(31 * second);
    const before = world.auditEntries.length;
    await Promise.allSettled([refresh(1, 'z'), refresh(1, 'z'), refresh(1, 'y')]);
    await t.rejects(refresh(3, key), refusal('refresh_token_invalid'));
    const about = { userId: user.id, origin, sessionId: session.id };
    t.strictSame(world.auditEntries.slice(before), [
      { event: 'refresh_replay', ...about },
      { event: 'session_ended', ...about, reason: 'service_found_replay' },
    ]);
  }
});
