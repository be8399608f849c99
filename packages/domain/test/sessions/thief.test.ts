import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { minute, second } from '../../src/time.ts';
import { signIn } from '../sign-in/sign-in-scene.ts';

/** What a presentation of a refresh token is answered with. */
type Outcome = number | 'refused';

/**
 * An owner and a thief who has copied the owner's first refresh token. Each makes a new key for each exchange, or none:
 * what ADR 0024 says of them, row by row.
 */
const theft = async (keys: { readonly owner: boolean; readonly thief: boolean }) => {
  const world = createMemoryWorld();
  const { session, user } = await signIn(world);
  let count = 0;
  const present = async (generation: number, idempotencyKey: string | null): Promise<Outcome> => {
    try {
      const refreshed = await world.domain.refreshSession({
        sessionId: session.id,
        generation,
        idempotencyKey,
      });
      return refreshed.session.generation;
    } catch {
      return 'refused';
    }
  };
  const person = (hasKeys: boolean) => (generation: number) => {
    count += 1;
    return present(generation, hasKeys ? `key ${count}` : null);
  };
  const use = (generation: number) =>
    world.domain.authenticate({ sessionId: session.id, userId: user.id, generation });
  const isDetected = () => world.auditEntries.some(({ event }) => event === 'refresh_replay');
  return { world, present, owner: person(keys.owner), thief: person(keys.thief), use, isDetected };
};

const lenient = { owner: false, thief: false };
const strict = { owner: true, thief: true };
const keylessThief = { owner: true, thief: false };

t.test('a thief who comes second is found out at once, but for half a minute without keys', async (t) => {
  for (const [keys, soon] of [
    [lenient, 2],
    [strict, 'refused'],
    [keylessThief, 'refused'],
  ] as const) {
    const { world, owner, thief, use, isDetected } = await theft(keys);
    await owner(1);
    await use(2);
    world.clock.advance(30 * second);
    t.equal(await thief(1), soon);
    t.equal(isDetected(), soon === 'refused');
    world.clock.advance(1);
    t.equal(await thief(1), 'refused');
    t.equal(isDetected(), true);
    t.equal(await owner(2), 'refused', 'the session is over for both');
  }
});

t.test('a thief who repeats an exchange whose response was lost gets it only without keys', async (t) => {
  const open = await theft(lenient);
  await open.owner(1);
  open.world.clock.advance(10 * minute);
  t.strictSame([await open.thief(1), await open.owner(1)], [2, 2], 'both hold one token');
  t.equal(open.isDetected(), false);
  const closed = await theft(strict);
  await closed.owner(1);
  t.equal(await closed.thief(1), 'refused');
});

t.test('a thief who comes first and acts is found out by the next refresh of the owner', async (t) => {
  for (const keys of [lenient, strict]) {
    const { world, owner, thief, use, isDetected } = await theft(keys);
    t.equal(await thief(1), 2);
    await use(2);
    world.clock.advance(31 * second);
    t.equal(isDetected(), false);
    t.equal(await owner(1), 'refused');
    t.equal(isDetected(), true);
    t.equal(await thief(2), 'refused');
  }
});

t.test('a patient thief shares a session without keys to its end, and none with keys', async (t) => {
  const open = await theft(lenient);
  for (let generation = 1; generation <= 1_000; generation += 1) {
    await open.thief(generation);
    open.world.clock.advance(minute);
    if ((await open.owner(generation)) !== generation + 1) t.fail(`refused at ${generation}`);
    await open.use(generation + 1);
    open.world.clock.advance(13 * minute);
  }
  t.equal(open.isDetected(), false, 'ten days, and nothing was found');

  for (const keys of [strict, keylessThief]) {
    const closed = await theft(keys);
    await closed.owner(1);
    await closed.thief(2);
    closed.world.clock.advance(minute);
    t.equal(await closed.owner(2), 'refused');
    t.equal(closed.isDetected(), true);
  }
});

t.test('a thief without keys does not keep a session of an owner with keys lenient', async (t) => {
  for (const next of ['thief', 'owner'] as const) {
    const scene = await theft(keylessThief);
    t.equal(await scene.thief(1), 2, 'before the owner ever sent a key');
    t.equal(await scene.owner(1), 2);
    t.equal(scene.isDetected(), false);
    const [first, second] = next === 'thief' ? [scene.thief, scene.owner] : [scene.owner, scene.thief];
    t.equal(await first(2), 3);
    t.equal(await second(2), 'refused');
    t.equal(scene.isDetected(), true);
  }
});

t.test('a thief who has the whole request shares one exchange, and no further one', async (t) => {
  const scene = await theft(strict);
  t.equal(await scene.present(1, 'copied'), 2, 'the owner');
  t.equal(await scene.present(1, 'copied'), 2, 'the thief');
  t.equal(await scene.owner(2), 3);
  t.equal(await scene.present(1, 'copied'), 2, 'a pair without use');
  t.equal(scene.isDetected(), false);
  t.equal(await scene.thief(2), 'refused', 'exchanging it is found out');
  t.equal(scene.isDetected(), true);

  const first = await theft(strict);
  await first.present(1, 'copied');
  await first.present(1, 'copied');
  t.equal(await first.thief(2), 3);
  t.equal(await first.owner(2), 'refused', 'also when the thief comes first');
});

t.test('an old token ends the session under either rule', async (t) => {
  for (const keys of [lenient, strict]) {
    const { owner, thief, isDetected } = await theft(keys);
    for (const generation of [1, 2, 3]) await owner(generation);
    t.equal(await thief(1), 'refused');
    t.equal(isDetected(), true);
    t.equal(await owner(4), 'refused');
  }
});
