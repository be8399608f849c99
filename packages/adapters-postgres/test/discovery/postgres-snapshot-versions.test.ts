import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import t from 'tap';
import { openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { postgresSnapshotVersions } from '../../src/discovery/postgres-snapshot-versions.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

/** What a dialect needs of a pool besides its connections. */
const ends = (pool: PostgresPool) => ({ options: pool.options, end: () => pool.end() });

t.test('requests that arrive while two versions are read share the next read', async (t) => {
  const { url, query, close } = await openTestPostgres();
  t.teardown(close);
  const pool = openPool({ url, size: 4 });
  const connected = Promise.withResolvers<void>();
  let reads = 0;
  const connect = async () => {
    reads += 1;
    await connected.promise;
    return pool.connect();
  };
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: { ...ends(pool), connect } }),
  });
  t.teardown(() => db.destroy());
  const { current } = postgresSnapshotVersions(db);

  const versions = [current()];
  await nextTurn();
  versions.push(current());
  await nextTurn();
  for (let request = 0; request < 5; request += 1) {
    versions.push(current());
    await nextTurn();
  }
  t.equal(reads, 2);
  await query('create table change ()');
  connected.resolve();
  const found = await Promise.all(versions);
  t.equal(reads, 3);
  t.equal(new Set(found.slice(2)).size, 1);
  await query('drop table change');
  t.not(await current(), found[2], 'a later request begins a read of its own');
});

t.test('a failed read leaves the next one to begin', async (t) => {
  const { url, close } = await openTestPostgres();
  t.teardown(close);
  const pool = openPool({ url, size: 4 });
  const failed = Promise.withResolvers<never>();
  const outcomes = [failed.promise, failed.promise];
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({
      pool: { ...ends(pool), connect: () => outcomes.pop() ?? pool.connect() },
    }),
  });
  t.teardown(() => db.destroy());
  const { current } = postgresSnapshotVersions(db);
  const first = current();
  await nextTurn();
  const second = current();
  await nextTurn();
  const third = current();
  await nextTurn();
  failed.reject(new Error('no connection'));
  await t.rejects(first, { message: 'no connection' });
  await t.rejects(second, { message: 'no connection' });
  t.match(await third, /^\d+:/);
});
