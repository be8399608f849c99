import type { SessionId } from '../../src/ids.ts';
import { sessionLifetimes } from '../../src/sessions/session.ts';
import { after, day, minute } from '../../src/time.ts';
import { addSession, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'ownSessions' | 'sessions' | 'users'>;

const { idle, absolute, receipt } = sessionLifetimes;

/** What a user sees of their sessions and does with all of them at once. */
export const ownSessionsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(
    t,
    'lists the sessions of a user that are alive, the last used first',
    async (t, { stores }) => {
      const { id: userId } = await addUser(stores);
      const aliveOf = async (limit = 10) => stores.ownSessions.aliveOf(userId, now, limit);
      t.strictSame(await aliveOf(), []);
      const [oldest, old, endedSession] = [
        await addSession(stores, userId, after(now, -2 * day), 'Oldest'),
        await addSession(stores, userId, after(now, -day), 'Old'),
        await addSession(stores, userId),
      ];
      await addSession(stores, userId, after(now, -idle));
      const late = await addSession(stores, userId, after(now, 1 - absolute));
      const outlivedSession = await addSession(stores, userId, after(now, -absolute));
      for (const { id } of [late, outlivedSession])
        await stores.sessions.advance(id, 1, after(now, -3 * day), null);
      await addSession(stores, (await addUser(stores)).id);
      await stores.sessions.end(endedSession.id, now);
      const alive = await aliveOf();
      t.strictSame(
        alive.map(({ id }) => id),
        [old.id, oldest.id, late.id],
      );
      t.strictSame(alive.slice(0, 2), [old, oldest]);
      await stores.sessions.use(oldest.id, 1, now);
      t.strictSame(
        (await aliveOf(1)).map(({ id }) => id),
        [oldest.id],
        'at most as many as asked for',
      );
      t.strictSame(
        (await aliveOf()).map(({ id }) => id),
        [oldest.id, old.id, late.id],
      );
      const twins = [await addSession(stores, userId), await addSession(stores, userId)].map(({ id }) => id);
      t.strictSame(
        (await aliveOf(2)).map(({ id }) => id),
        twins.reverse(),
        'of two at the same instant the newer',
      );
    },
  );

  await example(t, 'ends the other sessions of a user in one step', async (t, { stores }) => {
    const { sessions } = stores;
    const { id: userId } = await addUser(stores);
    const [current, one, two, ended] = await Promise.all([1, 2, 3, 4].map(() => addSession(stores, userId)));
    if (!current || !one || !two || !ended) throw new Error('there are four');
    const lapsedSession = await addSession(stores, userId, after(now, -idle));
    const stranger = await addSession(stores, (await addUser(stores)).id);
    await sessions.end(ended.id, after(now, -minute));
    const results = await concurrently(4, () => stores.ownSessions.endOthers(userId, current.id, now));
    t.strictSame(results.flat().sort(), [one.id, two.id].sort(), 'each is ended once');
    for (const { id } of [one, two]) t.strictSame((await sessions.find(id))?.endedAt, now);
    for (const same of [current, stranger, lapsedSession]) t.strictSame(await sessions.find(same.id), same);
    t.strictSame((await sessions.find(ended.id))?.endedAt, after(now, -minute));
    t.strictSame(await stores.ownSessions.endOthers(userId, newId<'session'>() as SessionId, now), [
      current.id,
    ]);
    t.strictSame(await stores.ownSessions.endOthers((await addUser(stores)).id, current.id, now), []);
    t.strictSame(await sessions.find(stranger.id), stranger);
  });

  await example(t, 'ends the sessions of receipts, which it does not list', async (t, { stores }) => {
    const { id: userId } = await addUser(stores);
    const [device, other] = [await addSession(stores, userId), await addSession(stores, userId)];
    const receiptFrom = (at: Date) => addSession(stores, userId, at, '', true);
    const lapsedReceipt = await receiptFrom(after(now, -receipt));
    const receipts = await Promise.all([1 - receipt, 0, 1].map((past) => receiptFrom(after(now, past))));
    t.strictSame(
      (await stores.ownSessions.aliveOf(userId, now, 2)).map(({ id }) => id),
      [device.id, other.id].sort().reverse(),
      'they push nothing out',
    );
    t.strictSame(
      [...(await stores.ownSessions.endOthers(userId, device.id, now))].sort(),
      [other, ...receipts].map(({ id }) => id).sort(),
    );
    for (const { id } of receipts) t.strictSame((await stores.sessions.find(id))?.endedAt, now);
    for (const same of [device, lapsedReceipt]) t.strictSame(await stores.sessions.find(same.id), same);
  });

  await example(t, 'ends other sessions while they are refreshed', async (t, { stores }) => {
    const { id: userId } = await addUser(stores);
    const sessions = await Promise.all(Array.from({ length: 12 }, () => addSession(stores, userId)));
    const [current, ...others] = sessions as [(typeof sessions)[number], ...typeof sessions];
    const [ended] = await Promise.all([
      stores.ownSessions.endOthers(userId, current.id, now),
      ...sessions.toReversed().map(({ id }) => stores.sessions.advance(id, 1, now, null)),
    ]);
    t.strictSame([...ended].sort(), others.map(({ id }) => id).sort());
    t.strictSame(
      (await stores.ownSessions.aliveOf(userId, now, 20)).map(({ id }) => id),
      [current.id],
    );
  });
};
