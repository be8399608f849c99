import { type Device, devicePolicy } from '../../src/devices/device.ts';
import { sessionLifetimes } from '../../src/sessions/session.ts';
import { after, day, minute } from '../../src/time.ts';
import { addSession, addUser, newId, newToken, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'devices' | 'moderation' | 'ownSessions' | 'sessions' | 'users', 'unitOfWork'>;

const { perPerson } = devicePolicy;

/** A person with a session, and devices of it. */
const openScene = async ({ stores }: Pick<Ports, 'stores'>, at = now) => {
  const { id: userId } = await addUser(stores);
  const { id: sessionId } = await addSession(stores, userId, at);
  const device = (changes: Partial<Device> = {}): Device => ({
    ...{ id: newId(), userId, sessionId, platform: 'fcm', address: newToken(), keys: null },
    ...{ locale: 'en', appVersion: null, createdAt: now, lastSeenAt: now },
    ...changes,
  });
  const register = async (changes: Partial<Device> = {}) =>
    stores.devices.register(device(changes), perPerson);
  const ids = async (later = now) => (await stores.devices.list(userId, later)).map(({ id }) => id);
  return { userId, sessionId, device, register, ids };
};

export const deviceStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps a device as it was registered last', async (t, { stores }) => {
    const { userId, device, register, ids } = await openScene({ stores });
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'a'.repeat(22) };
    const first = device({ platform: 'web', address: 'https://push.example.com/1', keys, appVersion: '1.0' });
    t.strictSame(await stores.devices.register(first, perPerson), first);
    t.strictSame(await stores.devices.list(userId, now), [first]);
    const later = after(now, minute);
    const changes = { locale: 'de', createdAt: later, lastSeenAt: later };
    t.strictSame(await register({ ...first, ...changes }), { ...first, locale: 'de', lastSeenAt: later });
    const other = await register({ lastSeenAt: after(now, 2 * minute) });
    t.strictSame(await ids(), [other?.id, first.id], 'the last seen first');
    await stores.devices.remove(userId, first.id);
    await stores.devices.remove(userId, first.id);
    await stores.devices.remove((await addUser(stores)).id, other?.id ?? '');
    t.strictSame(await ids(), [other?.id]);
  });

  await example(t, 'writes once a day when nothing else changed', async (t, { stores }) => {
    const { userId, device } = await openScene({ stores });
    const first = device();
    const again = async (at: Date, changes: Partial<Device> = {}) =>
      (await stores.devices.register({ ...first, lastSeenAt: at, ...changes }, perPerson))?.lastSeenAt;
    t.strictSame(await again(now), now);
    const early = after(now, day - 1);
    t.strictSame(await again(early), now);
    t.strictSame(await again(early, { appVersion: '2' }), early, 'it changed');
    const late = after(early, day);
    t.strictSame(await again(late, { appVersion: '2' }), late);
    await stores.devices.remove(userId, first.id);
    t.strictSame(await again(late), late, 'it was gone');
  });

  await example(t, 'gives an address to whoever registers it', async (t, { stores }) => {
    const [ada, bob] = [await openScene({ stores }), await openScene({ stores })];
    const address = 'a'.repeat(4_096);
    const own = await ada.register({ address });
    const renewed = await ada.register({ address });
    t.strictSame(await ada.ids(), [renewed?.id], 'under another id of the same person');
    t.not(own?.id, renewed?.id);
    const taken = await bob.register({ address, id: renewed?.id ?? '' });
    t.strictSame(await ada.ids(), []);
    t.strictSame(await bob.ids(), [taken?.id]);
    const back = await ada.register({ id: taken?.id ?? '' });
    t.strictSame([await ada.ids(), await bob.ids()], [[back?.id], [taken?.id]], 'an id is of one person');
  });

  await example(t, 'replaces the one seen longest ago when there are too many', async (t, { stores }) => {
    const { register, ids } = await openScene({ stores });
    const all: string[] = [];
    for (let nr = 0; nr <= perPerson; nr += 1)
      all.push((await register({ lastSeenAt: after(now, nr) }))?.id ?? '');
    t.strictSame(await ids(after(now, minute)), all.slice(1).toReversed());
    await register({ id: all[1] ?? '', lastSeenAt: after(now, 20) });
    t.equal((await ids()).length, perPerson, 'it had its place already');
  });

  await example(t, 'keeps as many of those registered at once', async (t, { stores }) => {
    const { device, ids } = await openScene({ stores });
    const results = await concurrently(200, () => stores.devices.register(device(), perPerson));
    t.ok(results.every((result) => result !== null));
    t.equal((await ids()).length, perPerson);
  });

  await example(t, 'gives an address that many register at once to one of them', async (t, { stores }) => {
    const people = await Promise.all(Array.from({ length: 6 }, () => openScene({ stores })));
    const addresses = [newToken(), newToken(), newToken()];
    for (const address of addresses)
      await Promise.all(people.flatMap(({ register }) => [register({ address }), register({ address })]));
    // Each takes what another has.
    await Promise.all(
      people.flatMap(({ register }, nr) =>
        [0, 1, 2].map((more) => register({ address: addresses[(nr + more) % 3] ?? '' })),
      ),
    );
    const lists = await Promise.all(people.map(({ userId }) => stores.devices.list(userId, now)));
    t.strictSame(
      lists
        .flat()
        .map(({ address }) => address)
        .sort(),
      addresses.toSorted(),
    );
  });

  await example(t, 'registers none for a session that is over', async (t, { stores }) => {
    const { sessionId, register, userId } = await openScene({ stores });
    const other = await openScene({ stores });
    t.equal(await register({ sessionId: other.sessionId }), null, 'of another person');
    t.equal(await register({ lastSeenAt: after(now, sessionLifetimes.idle) }), null, 'expired');
    await stores.sessions.end(sessionId, now);
    t.equal(await register(), null, 'ended');
    t.strictSame(await stores.devices.list(userId, now), []);
  });

  await example(t, 'has none of a session that expired, or not seen for long', async (t, { stores }) => {
    const { userId, sessionId, register, ids } = await openScene({ stores });
    const { idle } = sessionLifetimes;
    const device = await register();
    t.strictSame(await ids(after(now, idle - 1)), [device?.id]);
    t.strictSame(await ids(after(now, idle)), []);
    for (let at = 20; at < 179; at += 20) {
      const session = await stores.sessions.find(sessionId);
      await stores.sessions.advance(sessionId, session?.generation ?? 0, after(now, at * day), null);
    }
    t.strictSame(await ids(after(now, 179 * day)), [device?.id]);
    const { id: fresh } = await addSession(stores, userId, after(now, 179 * day));
    const other = await register({ sessionId: fresh, lastSeenAt: after(now, 180 * day) });
    t.strictSame(await ids(after(now, 180 * day)), [other?.id]);
  });

  await example(t, 'ends those of a session with it', async (t, ports) => {
    const { stores } = ports;
    const { userId, sessionId, device, register, ids } = await openScene({ stores });
    const { id: otherSession } = await addSession(stores, userId);
    const [one, two] = [await register(), await register({ sessionId: otherSession })];
    await rolledBack(t, ports, (inside) => inside.sessions.end(sessionId, now));
    t.equal((await ids()).length, 2, 'nor when that is taken back');
    await stores.devices.register({ ...device(), ...one, sessionId: otherSession }, perPerson);
    await stores.sessions.end(sessionId, now);
    t.strictSame((await ids()).sort(), [one?.id, two?.id].sort(), 'the session that registered it last');
    const { id: current } = await addSession(stores, userId);
    const three = await register({ sessionId: current });
    await stores.ownSessions.endOthers(userId, current, now);
    t.strictSame(await ids(), [three?.id]);
  });

  await example(t, 'ends those of who is suspended or erased', async (t, { stores }) => {
    for (const end of [
      (user: Device['userId']) => stores.moderation.suspend(user, { reason: 'Spam', at: now }),
      (user: Device['userId']) => stores.users.erase(user, now),
    ]) {
      const { userId, register, ids } = await openScene({ stores });
      await register();
      await end(userId);
      await stores.moderation.lift(userId);
      t.strictSame(await ids(), []);
      t.equal(await register(), null);
    }
  });

  await example(t, 'leaves none of a session that ends while it registers some', async (t, { stores }) => {
    const people = await Promise.all(Array.from({ length: 8 }, () => openScene({ stores })));
    const address = newToken();
    await Promise.all(
      people.flatMap(({ userId, sessionId, register }, nr) => [
        register(),
        register({ address }),
        nr % 2 === 0
          ? stores.sessions.end(sessionId, now)
          : stores.ownSessions.endOthers(userId, newId<'session'>() as Device['sessionId'], now),
        register(),
      ]),
    );
    for (const { ids } of people) t.strictSame(await ids(), []);
  });
};
