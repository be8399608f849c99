import type { SessionId } from '../../src/ids.ts';
import { rememberedExchanges } from '../../src/sessions/session.ts';
import { after, minute } from '../../src/time.ts';
import { addSession, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'sessions' | 'users'>;

const unknownSessionId = newId<'session'>() as SessionId;

/** How refresh tokens are exchanged: once each, and with the keys of strict sessions. */
export const sessionExchangesContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, minute);

  await example(t, 'is strict from the first exchange with a key on', async (t, { stores }) => {
    const { sessions } = stores;
    const session = await addSession(stores, (await addUser(stores)).id);
    const strict = async () => (await sessions.find(session.id))?.strict;
    await sessions.advance(session.id, 1, later, null);
    t.equal(await strict(), false);
    t.equal(await sessions.advance(session.id, 1, later, 'late'), false);
    t.equal(await strict(), false, 'a refused exchange changes nothing');
    await sessions.advance(session.id, 2, later, 'a');
    await sessions.advance(session.id, 3, later, null);
    await sessions.advance(session.id, 4, later, 'b');
    t.equal(await strict(), true);
    const keys = await Promise.all([1, 2, 3, 4, 5].map((from) => sessions.keyOfExchange(session.id, from)));
    t.strictSame(keys, [null, 'a', null, 'b', null]);
    t.equal(await sessions.keyOfExchange(unknownSessionId, 2), null);
  });

  await example(t, 'makes a session strict after the exchange', async (t, { stores }) => {
    const { sessions } = stores;
    const { id: userId } = await addUser(stores);
    const [session, bystander] = [await addSession(stores, userId), await addSession(stores, userId)];
    for (const { id } of [session, bystander]) await sessions.advance(id, 1, later, null);
    const before = await sessions.find(bystander.id);
    t.equal(await sessions.bind(session.id, 2, 'a'), false, 'a token that was not exchanged');
    t.equal(await sessions.bind(unknownSessionId, 1, 'a'), false);
    const bound = await concurrently(8, async (index) =>
      (await sessions.bind(session.id, 1, `key-${index}`)) ? [`key-${index}`] : [],
    );
    t.equal(bound.flat().length, 1, 'with one key');
    t.equal(await sessions.keyOfExchange(session.id, 1), bound.flat()[0]);
    t.equal((await sessions.find(session.id))?.strict, true);
    t.strictSame(await sessions.find(bystander.id), before);
    t.equal(await sessions.keyOfExchange(bystander.id, 1), null);
    await sessions.advance(bystander.id, 2, later, null);
    t.equal(await sessions.bind(bystander.id, 1, 'a'), false, 'an exchange before the last one');
    await sessions.end(bystander.id, later);
    t.equal(await sessions.bind(bystander.id, 2, 'a'), false, 'an ended session');
  });

  await example(t, 'remembers the keys of the last exchanges', async (t, { stores }) => {
    const { sessions } = stores;
    const session = await addSession(stores, (await addUser(stores)).id);
    const last = rememberedExchanges + 10;
    for (let from = 1; from <= last; from += 1)
      await sessions.advance(session.id, from, later, `key-${from}`);
    const keyOf = (from: number) => sessions.keyOfExchange(session.id, from);
    t.equal(await keyOf(last), `key-${last}`);
    t.equal(await keyOf(last + 1 - rememberedExchanges), `key-${last + 1 - rememberedExchanges}`);
    t.equal(await keyOf(last - rememberedExchanges), null, 'and forgets the ones before');
    await sessions.advance(session.id, last + 1, later, null);
    t.equal(
      await keyOf(last + 1 - rememberedExchanges),
      `key-${last + 1 - rememberedExchanges}`,
      'no key, no place',
    );
    t.equal(await keyOf(1), null);
  });

  await example(t, 'lets one of parallel refreshes of each session through', async (t, { stores }) => {
    const { id: userId } = await addUser(stores);
    const sessions = [await addSession(stores, userId), await addSession(stores, userId)];
    const moved = await concurrently(30, async (index) => {
      const { id } = sessions[index % 2] as (typeof sessions)[number];
      return (await stores.sessions.advance(id, 1, later, `key-${index}`))
        ? [{ id, key: `key-${index}` }]
        : [];
    });
    t.strictSame(
      moved
        .flat()
        .map(({ id }) => id)
        .sort(),
      sessions.map(({ id }) => id).sort(),
    );
    for (const { id, key } of moved.flat()) {
      t.equal((await stores.sessions.find(id))?.generation, 2);
      t.equal(await stores.sessions.keyOfExchange(id, 1), key, 'with the key of the one that did it');
    }
  });
};
