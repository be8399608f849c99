import type { SessionId } from '../src/ids.ts';
import { after, minute } from '../src/time.ts';
import { addSession, addUser, newId, now } from './fixtures.ts';
import { concurrently, type Open, rolledBack, type TestScope, withAdapters } from './harness.ts';

const unknown = newId<'session'>() as SessionId;

export const sessionStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, minute);

  await example(t, 'keeps a session and moves it on', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    t.strictSame(await stores.sessions.find(session.id), session);
    t.equal(await stores.sessions.advance(session.id, 1, later), true);
    t.strictSame(await stores.sessions.find(session.id), { ...session, generation: 2, refreshedAt: later });
    t.equal(await stores.sessions.advance(session.id, 1, later), false, 'from a former generation');
    t.equal(await stores.sessions.advance(session.id, 3, later), false, 'from a generation to come');
    t.equal(await stores.sessions.advance(session.id, 2, later), true);
    t.equal((await stores.sessions.find(session.id))?.generation, 3);
    t.equal(await stores.sessions.find(unknown), null);
    t.equal(await stores.sessions.advance(unknown, 1, later), false);
  });

  await example(t, 'confirms the generation that the session is at', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    const confirmed = async () => (await stores.sessions.find(session.id))?.confirmed;
    await stores.sessions.advance(session.id, 1, later);
    await stores.sessions.confirm(session.id, 1);
    t.equal(await confirmed(), false, 'not by a former generation');
    await stores.sessions.confirm(session.id, 3);
    t.equal(await confirmed(), false, 'not by a generation to come');
    await stores.sessions.confirm(session.id, 2);
    t.equal(await confirmed(), true);
    await stores.sessions.confirm(session.id, 2);
    t.equal(await confirmed(), true);
    t.equal(await stores.sessions.advance(session.id, 2, later), true);
    t.equal(await confirmed(), false, 'the next generation is unconfirmed');
    await stores.sessions.confirm(unknown, 1);
    t.equal(await stores.sessions.find(unknown), null);
  });

  await example(t, 'ends once and for all', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    await stores.sessions.end(session.id, now);
    await stores.sessions.end(session.id, later);
    t.strictSame(await stores.sessions.find(session.id), { ...session, endedAt: now });
    t.equal(await stores.sessions.advance(session.id, 1, later), false);
    await stores.sessions.end(unknown, now);
    t.equal(await stores.sessions.find(unknown), null);
  });

  await example(t, 'moves, confirms and ends this session alone', async (t, { stores }) => {
    const { id: userId } = await addUser(stores);
    const session = await addSession(stores, userId);
    const bystanders = [
      await addSession(stores, userId),
      await addSession(stores, (await addUser(stores)).id),
    ];
    const untouched = async (message: string) => {
      for (const bystander of bystanders)
        t.strictSame(await stores.sessions.find(bystander.id), bystander, message);
    };
    await stores.sessions.confirm(session.id, 1);
    await untouched('confirm');
    await stores.sessions.advance(session.id, 1, later);
    await untouched('advance');
    await stores.sessions.end(session.id, later);
    await untouched('end');
    t.equal((await stores.sessions.find(session.id))?.userId, userId);
  });

  await example(t, 'lets one of parallel refreshes of each session through', async (t, { stores }) => {
    const { id: userId } = await addUser(stores);
    const sessions = [await addSession(stores, userId), await addSession(stores, userId)];
    const moved = await concurrently(30, async (index) => {
      const session = sessions[index % 2] as (typeof sessions)[number];
      return (await stores.sessions.advance(session.id, 1, later)) ? [session.id] : [];
    });
    t.strictSame(moved.flat().sort(), sessions.map(({ id }) => id).sort());
    for (const { id } of sessions) t.equal((await stores.sessions.find(id))?.generation, 2);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { sessions } = adapters.stores;
    const { id: userId } = await addUser(adapters.stores);
    const [moved, ended] = [
      await addSession(adapters.stores, userId),
      await addSession(adapters.stores, userId),
    ];
    const opened = { ...moved, id: newId<'session'>() as SessionId };
    await rolledBack(t, adapters, async (inside) => {
      await inside.sessions.open(opened);
      await inside.sessions.confirm(moved.id, 1);
      await inside.sessions.advance(moved.id, 1, later);
      await inside.sessions.end(ended.id, later);
    });
    t.equal(await sessions.find(opened.id), null);
    t.strictSame(await sessions.find(moved.id), moved);
    t.strictSame(await sessions.find(ended.id), ended);
  });
};
