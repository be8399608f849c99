import type { EventId, Session, SessionId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t, { type Test } from 'tap';
import { openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { postgresEventCatalog } from '../../src/discovery/postgres-event-catalog.ts';
import { requestReads } from '../../src/request-reads/request-reads.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, addSession, addUser, newId, now } = fixtures;

/** Stores, and a database that tells the names of its statements. */
const openScene = async (t: Test) => {
  const { stores, url, query, close } = await openTestPostgres();
  t.teardown(close);
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

t.test('sessions and public events of one turn of the event loop come by one statement', async (t) => {
  const { stores, query, db, statements, signIn } = await openScene(t);
  const { session, publicEvent } = requestReads(db);
  const [ada, ben] = [await signIn(), await signIn()];
  await stores.sessions.end(ben.id, now);
  const [event, hidden] = [await addEvent(stores), await addEvent(stores, { visibility: 'private' })];
  await stores.rsvps.answer(event.id, ada.userId, 'going', now);
  await stores.saved.save(event.id, ben.userId, now);
  const book =
    'insert into booking (id, event_id, user_id, quantity, created_at) values ($1, $2, $3, $4, $5)';
  await query(book, [newId(), event.id, ada.userId, 2, now]);
  await query(book, [newId(), event.id, hidden.organizerId, 3, now]);
  const unknown = newId<'event'>() as EventId;
  const found = await Promise.all([
    session(ada.id),
    publicEvent(event.id, ada.userId),
    session(ben.id),
    publicEvent(hidden.id, hidden.organizerId),
    publicEvent(event.id, ben.userId),
    session(ada.id),
    session(newId<'session'>() as SessionId),
    publicEvent(unknown, null),
    publicEvent(event.id, null),
  ]);
  t.strictSame(statements, ['sessions-and-events']);
  // A catalog without these reads has a statement of its own.
  const alone = postgresEventCatalog(db, { keepsPages: false });
  const detail = (caller: Session | null) => alone.detail(event.id, caller?.userId ?? null, now);
  t.strictSame(found, [
    ada,
    await detail(ada),
    { ...ben, endedAt: now },
    null,
    await detail(ben),
    ada,
    null,
    null,
    await detail(null),
  ]);
  t.match(found[1], { myRsvp: 'going', bookedCount: 5, myBooking: { quantity: 2, createdAt: now } });
  t.match(found[4], { isSaved: true, myRsvp: null, myBooking: null, bookedCount: 5, rsvpCount: 1 });
});

t.test('reads of sessions alone share a statement of their own', async (t) => {
  const { db, statements, signIn } = await openScene(t);
  const { session } = requestReads(db);
  const [ada, ben] = [await signIn(), await signIn()];
  t.strictSame(await Promise.all([session(ada.id), session(ben.id)]), [ada, ben]);
  t.strictSame(statements, ['session-find']);
});

t.test('with replicas, each look-up of a session tells where its user has written', async (t) => {
  const { stores, query, db, statements, signIn } = await openScene(t);
  const learned: unknown[] = [];
  const { session, publicEvent } = requestReads(db, {
    learn: (user, position) => {
      learned.push([user, position]);
    },
  });
  const ada = await signIn();
  await query('insert into own_write (user_id, position, at) values ($1, 7, $2)', [ada.userId, now]);
  const event = await addEvent(stores);
  const found = await Promise.all([session(ada.id), publicEvent(event.id, ada.userId)]);
  t.strictSame(found[0], ada);
  t.match(found[1], { id: event.id });
  t.strictSame(learned, [[ada.userId, 7]]);
  t.strictSame(statements.toSorted(), ['session-find-position', 'sessions-and-events']);
});

t.test('more reads than a statement takes are divided', async (t) => {
  const { stores, db, statements, signIn } = await openScene(t);
  const { session, publicEvent } = requestReads(db);
  const ada = await signIn();
  const event = await addEvent(stores);
  const reads = Array.from({ length: 50 }, () => [session(ada.id), publicEvent(event.id, ada.userId)]);
  const found = await Promise.all(reads.flat());
  t.strictSame(new Set(found.map((one) => one?.id)), new Set<string>([ada.id, event.id]));
  t.strictSame(statements, ['sessions-and-events', 'sessions-and-events']);
});
