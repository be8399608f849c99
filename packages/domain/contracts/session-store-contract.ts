import type { SessionId } from '../src/ids.ts';
import { after, minute } from '../src/time.ts';
import { addSession, addUser, newId, now } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const sessionStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, minute);

  await example(t, 'keeps a session and moves it on', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    t.strictSame(await stores.sessions.find(session.id), session);
    t.equal(await stores.sessions.advance(session.id, 1, later), true);
    t.strictSame(await stores.sessions.find(session.id), { ...session, generation: 2, refreshedAt: later });
    t.equal(await stores.sessions.advance(session.id, 1, later), false);
    await stores.sessions.confirm(session.id, 1);
    t.equal(
      (await stores.sessions.find(session.id))?.confirmed,
      false,
      'a former generation confirms nothing',
    );
    await stores.sessions.confirm(session.id, 2);
    t.equal((await stores.sessions.find(session.id))?.confirmed, true);
    t.equal(await stores.sessions.advance(session.id, 2, later), true);
    t.equal((await stores.sessions.find(session.id))?.confirmed, false);
    t.equal(await stores.sessions.find(newId<'session'>() as SessionId), null);
  });

  await example(t, 'ends once and for all', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    await stores.sessions.end(session.id, now);
    await stores.sessions.end(session.id, later);
    t.strictSame((await stores.sessions.find(session.id))?.endedAt, now);
    t.equal(await stores.sessions.advance(session.id, 1, later), false);
    await stores.sessions.end(newId<'session'>() as SessionId, now);
  });

  await example(t, 'lets one of parallel refreshes through', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    const moved = await atOnce(30, () => stores.sessions.advance(session.id, 1, later));
    t.equal(moved.filter(Boolean).length, 1);
    t.equal((await stores.sessions.find(session.id))?.generation, 2);
  });
};
