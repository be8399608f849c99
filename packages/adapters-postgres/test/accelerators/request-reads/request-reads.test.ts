import { isDeepStrictEqual } from 'node:util';
import type { EventId, SessionId, Stores, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t, { type Test } from 'tap';
import { requestReads } from '../../../src/accelerators/request-reads/request-reads.ts';
import { openPool } from '../../../src/connection/connection-pool.ts';
import type { Database, Rows } from '../../../src/database.ts';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

const { addBooking, addEvent, addSession, addUser, newId, now } = fixtures;

/** The reads over a database that counts its statements. */
const readsOf = (stores: Stores, db: Database) => {
  const { sessions, eventCatalog } = requestReads(stores, { db });
  const eventOf = ({ id, caller, at }: { id: EventId; caller: UserId | null; at: Date }) =>
    eventCatalog.detail(id, caller, at);
  return { session: sessions.find, eventOf, page: eventCatalog.page };
};

/** Stores, and a database that tells the names of its statements. */
const openScene = async (t: Test) => {
  const { stores, url, query } = await openTestPostgres(t);
  const statements: (string | undefined)[] = [];
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url, size: 2 }) }),
    log: (event) => {
      statements.push(/^\s*\/\* (\S+) \*\//.exec(event.query.sql)?.[1]);
    },
  });
  t.teardown(() => db.destroy());
  const signIn = async () => addSession(stores, (await addUser(stores)).id, now, 'Phone');
  return { stores, query, db, statements, signIn };
};

t.test(
  'sessions and events of one turn of the event loop come by one statement, what is public by another',
  async (t) => {
    const { stores, db, statements, signIn } = await openScene(t);
    const { session, eventOf } = readsOf(stores, db);
    const [ada, ben] = [await signIn(), await signIn()];
    await stores.sessions.end(ben.id, now);
    const [event, privateEvent] = [await addEvent(stores), await addEvent(stores, { visibility: 'private' })];
    await stores.rsvps.set(event.id, ada.userId, 'going', now);
    await stores.saved.save(event.id, ben.userId, now);
    await addBooking(stores, event.id, ada.userId, 2);
    await addBooking(stores, event.id, privateEvent.organizerId, 3);
    const unknownEventId = newId<'event'>() as EventId;
    const results = await Promise.all([
      session(ada.id),
      eventOf({ id: event.id, caller: ada.userId, at: now }),
      session(ben.id),
      eventOf({ id: privateEvent.id, caller: privateEvent.organizerId, at: now }),
      eventOf({ id: event.id, caller: ben.userId, at: now }),
      session(ada.id),
      session(newId<'session'>() as SessionId),
      eventOf({ id: unknownEventId, caller: null, at: now }),
      eventOf({ id: event.id, caller: null, at: now }),
    ]);
    t.strictSame(statements.toSorted(), ['anonymous-reads', 'request-reads']);
    const alone = (caller: UserId | null, id = event.id) => eventOf({ id, caller, at: now });
    t.strictSame(results, [
      ada,
      await alone(ada.userId),
      { ...ben, endedAt: now },
      await alone(privateEvent.organizerId, privateEvent.id),
      await alone(ben.userId),
      ada,
      null,
      null,
      await alone(null),
    ]);
    t.match(results[1], { myRsvp: 'going', bookedCount: 5, myBooking: { quantity: 2, createdAt: now } });
    t.match(results[4], { isSaved: true, myRsvp: null, myBooking: null, bookedCount: 5, rsvpCount: 2 });
  },
);

t.test('a private event is read for those who see it alone', async (t) => {
  const { stores, db, signIn } = await openScene(t);
  const { eventOf } = readsOf(stores, db);
  const [ada, ben] = [await signIn(), await signIn()];
  const { id } = await addEvent(stores, { organizerId: ada.userId, visibility: 'private' });
  const read = (caller: UserId | null) => eventOf({ id, caller, at: now });
  const [hers, his, anonymous] = await Promise.all([read(ada.userId), read(ben.userId), read(null)]);
  t.match(hers, { id, visibility: 'private' });
  t.strictSame([his, anonymous], [null, null]);
});

t.test('anonymous callers get the same object until something in it changes', async (t) => {
  const { stores, db, signIn } = await openScene(t);
  const { eventOf } = readsOf(stores, db);
  const { id, organizerId } = await addEvent(stores);
  const read = () => eventOf({ id, caller: null, at: now });
  const first = await read();
  t.match(first, { id, rsvpCount: 0, organizer: { name: '' } });
  await addEvent(stores);
  t.equal(await read(), first);
  const ada = await signIn();
  await stores.rsvps.set(id, ada.userId, 'going', now);
  const second = await read();
  t.match(second, { rsvpCount: 1, myRsvp: null });
  t.equal(await read(), second);
  await stores.users.update(organizerId, { name: 'Olga' });
  t.match(await read(), { organizer: { name: 'Olga' } });
  const hers = await eventOf({ id, caller: ada.userId, at: now });
  t.match(hers, { myRsvp: 'going' });
  t.equal((await read())?.myRsvp, null);
});

t.test(
  'nothing is read again for anonymous callers until something is committed, or time changes it',
  async (t) => {
    const { stores, query, db, statements } = await openScene(t);
    const { page } = readsOf(stores, db);
    const event = await addEvent(stores);
    const other = await addEvent(stores, { organizerId: event.organizerId });
    const read = async (at = now) => {
      statements.length = 0;
      return { page: await page(event.id, at), statements: [...statements] };
    };
    const snapshot = async () => (await query('select pg_current_snapshot()::text as snapshot'))[0];
    /** Reads twice while no transaction ends; one of another database of the server, such as a vacuum's, counts as well. */
    const readAgain = async (): ReturnType<typeof read> => {
      const before = await snapshot();
      await read();
      const again = await read();
      return isDeepStrictEqual(before, await snapshot()) ? again : readAgain();
    };
    const first = await read();
    t.match(first, { page: { hostEvents: [{ id: other.id }] }, statements: ['anonymous-reads'] });
    const again = await readAgain();
    t.strictSame(again, { ...first, statements: ['snapshot-version'] });
    t.equal(again.page, first.page, 'the same object');
    await stores.rsvps.set(event.id, event.organizerId, 'going', now);
    const second = await read();
    t.match(second, { page: { rsvpCount: 1 }, statements: ['snapshot-version', 'anonymous-reads'] });
    t.strictSame((await readAgain()).statements, ['snapshot-version']);
    const later = await read(other.endAt);
    t.match(later, { page: { hostEvents: [] }, statements: ['anonymous-reads'] });
  },
);

t.test('reads of sessions alone share a statement of their own', async (t) => {
  const { stores, db, statements, signIn } = await openScene(t);
  const { session } = readsOf(stores, db);
  const [ada, ben] = [await signIn(), await signIn()];
  t.strictSame(await Promise.all([session(ada.id), session(ben.id)]), [ada, ben]);
  t.strictSame(statements, ['sessions-find']);
});

t.test('more reads than a statement takes are divided', async (t) => {
  const { stores, db, statements, signIn } = await openScene(t);
  const { session, eventOf } = readsOf(stores, db);
  const ada = await signIn();
  const event = await addEvent(stores);
  const sessionsOfMany = await Promise.all(Array.from({ length: 70 }, signIn));
  statements.length = 0;
  const results = await Promise.all([
    ...sessionsOfMany.map(({ id }) => session(id)),
    eventOf({ id: event.id, caller: ada.userId, at: now }),
  ]);
  t.strictSame(
    results.map((one) => one?.id),
    [...sessionsOfMany.map(({ id }) => id), event.id],
  );
  t.equal(statements.length, 2);
});
