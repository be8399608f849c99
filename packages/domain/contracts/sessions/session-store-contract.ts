import type { SessionId } from '../../src/ids.ts';
import { sessionLifetimes } from '../../src/sessions/session.ts';
import { after, minute } from '../../src/time.ts';
import { addSession, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'ownSessions' | 'sessions' | 'users', 'unitOfWork'>;

const unknownSessionId = newId<'session'>() as SessionId;
const { useStep } = sessionLifetimes;

export const sessionStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, minute);

  await example(t, 'keeps a session and moves it on', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    t.strictSame(await stores.sessions.find(session.id), session);
    t.equal(await stores.sessions.advance(session.id, 1, later, null), true);
    const moved = { ...session, generation: 2, refreshedAt: later, lastUsedAt: later };
    t.strictSame(await stores.sessions.find(session.id), moved);
    t.equal(await stores.sessions.advance(session.id, 1, later, null), false, 'from a former generation');
    t.equal(await stores.sessions.advance(session.id, 3, later, null), false, 'from a generation to come');
    t.equal(await stores.sessions.advance(session.id, 2, later, null), true);
    t.equal((await stores.sessions.find(session.id))?.generation, 3);
    t.equal(await stores.sessions.find(unknownSessionId), null);
    t.equal(await stores.sessions.advance(unknownSessionId, 1, later, null), false);
    const namedSession = await addSession(stores, session.userId, now, 'Lantern/7 (äöü)');
    t.strictSame(await stores.sessions.find(namedSession.id), namedSession);
    const receipt = await addSession(stores, session.userId, now, '', true);
    t.strictSame(await stores.sessions.find(receipt.id), {
      ...namedSession,
      id: receipt.id,
      device: '',
      isReceipt: true,
    });
  });

  await example(t, 'confirms the generation that the session is at', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    const confirmed = async () => (await stores.sessions.find(session.id))?.confirmed;
    await stores.sessions.advance(session.id, 1, later, null);
    await stores.sessions.use(session.id, 1, after(later, useStep));
    t.equal(await confirmed(), false, 'not by a former generation');
    await stores.sessions.use(session.id, 3, later);
    t.equal(await confirmed(), false, 'not by a generation to come');
    await stores.sessions.use(session.id, 2, later);
    t.equal(await confirmed(), true);
    await stores.sessions.use(session.id, 1, after(later, 3 * useStep));
    t.equal(await confirmed(), true);
    t.equal(await stores.sessions.advance(session.id, 2, later, null), true);
    t.equal(await confirmed(), false, 'the next generation is unconfirmed');
    await stores.sessions.use(unknownSessionId, 1, later);
    t.equal(await stores.sessions.find(unknownSessionId), null);
  });

  await example(t, 'moves the last use in steps, or by confirming', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    const lastUse = async () => (await stores.sessions.find(session.id))?.lastUsedAt;
    await stores.sessions.use(session.id, 1, later);
    t.strictSame(await lastUse(), later, 'the first use of a generation');
    await stores.sessions.use(session.id, 1, after(later, useStep - 1));
    t.strictSame(await lastUse(), later, 'a use soon after it');
    await stores.sessions.use(session.id, 1, after(later, useStep));
    t.strictSame(await lastUse(), after(later, useStep));
    await stores.sessions.use(session.id, 1, now);
    t.strictSame(await lastUse(), after(later, useStep), 'never back');
    await stores.sessions.advance(session.id, 1, after(later, useStep), null);
    await stores.sessions.use(session.id, 2, now);
    t.strictSame(await lastUse(), after(later, useStep), 'nor by confirming');
    await stores.sessions.advance(session.id, 2, after(later, useStep), null);
    await stores.sessions.use(session.id, 1, after(later, 2 * useStep));
    t.strictSame(await lastUse(), after(later, 2 * useStep), 'a use of a former generation');
    await stores.sessions.use(session.id, 3, after(later, useStep));
    t.strictSame(await lastUse(), after(later, 2 * useStep), 'confirmed by a request that is late');
  });

  await example(t, 'opens a session once', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    await stores.sessions.use(session.id, 1, later);
    t.equal(await stores.sessions.open(session), false);
    t.equal((await stores.sessions.find(session.id))?.confirmed, true, 'it stays as it is');
  });

  await example(t, 'ends once and for all', async (t, { stores }) => {
    const session = await addSession(stores, (await addUser(stores)).id);
    const ends = await concurrently(6, () => stores.sessions.end(session.id, now));
    t.strictSame(ends.filter(Boolean), [true], 'one call ends it');
    t.equal(await stores.sessions.end(session.id, later), false);
    t.strictSame(await stores.sessions.find(session.id), { ...session, endedAt: now });
    t.equal(await stores.sessions.advance(session.id, 1, later, null), false);
    t.equal(await stores.sessions.end(unknownSessionId, now), false);
    t.equal(await stores.sessions.find(unknownSessionId), null);
  });

  await example(t, 'moves, uses and ends this session alone', async (t, { stores }) => {
    const { id: userId } = await addUser(stores);
    const session = await addSession(stores, userId);
    const bystanders = [
      await addSession(stores, userId),
      await addSession(stores, (await addUser(stores)).id),
    ];
    const untouched = async (message: string) => {
      for (const bystander of bystanders) {
        t.strictSame(await stores.sessions.find(bystander.id), bystander, message);
        t.equal(await stores.sessions.keyOfExchange(bystander.id, 1), null, message);
      }
    };
    await stores.sessions.use(session.id, 1, later);
    await untouched('use');
    await stores.sessions.advance(session.id, 1, later, 'key');
    await untouched('advance');
    await stores.sessions.end(session.id, later);
    await untouched('end');
    t.equal((await stores.sessions.find(session.id))?.userId, userId);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { sessions } = adapters.stores;
    const { id: userId } = await addUser(adapters.stores);
    const [movedSession, endedSession, other] = [
      await addSession(adapters.stores, userId),
      await addSession(adapters.stores, userId),
      await addSession(adapters.stores, userId),
    ];
    const opened = { ...movedSession, id: newId<'session'>() as SessionId };
    await rolledBack(t, adapters, async (inside) => {
      await inside.sessions.open(opened);
      await inside.sessions.use(movedSession.id, 1, later);
      await inside.sessions.bind(movedSession.id, 0, 'key');
      await inside.sessions.advance(movedSession.id, 1, later, 'key');
      await inside.sessions.end(endedSession.id, later);
      await inside.ownSessions.endOthers(userId, movedSession.id, later);
    });
    t.equal(await sessions.find(opened.id), null);
    t.equal(await sessions.keyOfExchange(movedSession.id, 1), null);
    for (const session of [movedSession, endedSession, other])
      t.strictSame(await sessions.find(session.id), session);
  });
};
