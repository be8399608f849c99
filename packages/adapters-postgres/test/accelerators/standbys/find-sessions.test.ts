import type { SessionId, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { findSessions } from '../../../src/accelerators/standbys/find-sessions.ts';
import type { OwnWrite } from '../../../src/accelerators/standbys/read-your-writes.ts';
import { openPool } from '../../../src/connection/connection-pool.ts';
import { openDatabase } from '../../../src/database.ts';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

const { addSession, addUser, newId, now } = fixtures;

t.test('each look-up of a session tells where its user has written', async (t) => {
  const { stores, query, url } = await openTestPostgres(t);
  const db = openDatabase(openPool({ url, size: 2 }));
  t.teardown(() => db.destroy());
  const signIn = async () => addSession(stores, (await addUser(stores)).id, now, 'Phone');
  const learned: [UserId, OwnWrite | null][] = [];
  const session = findSessions(db, {
    learn: (user, write) => {
      learned.push([user, write]);
    },
  });
  const [ada, ben] = [await signIn(), await signIn()];
  const [{ transaction, position }] = (await query(
    `with stored as (insert into own_write (user_id, position, at) values ($1, 7, $2) returning user_id)
    select pg_current_xact_id()::text::bigint as transaction, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position`,
    [ada.userId, now],
  )) as [{ transaction: string; position: string }];
  const unknownId = newId<'session'>() as SessionId;
  t.strictSame(await Promise.all([session(ada.id), session(ben.id), session(unknownId)]), [ada, ben, null]);
  const [[user, write] = [], other] = learned;
  t.strictSame(
    [user, write?.transaction, write?.timeline],
    [ada.userId, Number(transaction), 1],
    'who stored it, on the first timeline of the log',
  );
  t.ok(Number(write?.position) > Number(position), 'a position after its commit');
  t.strictSame(other, [ben.userId, null]);
});
