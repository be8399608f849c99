import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import t, { type Test } from 'tap';
import { type ConnectionPool, openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { postgresSnapshotVersions } from '../../src/discovery/postgres-snapshot-versions.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

type Pool = Pick<ConnectionPool, 'connect' | 'state'>;

const { url, query, close } = await openTestPostgres();
t.teardown(close);

const openReader = (t: Test, size: number) => {
  const pool = openPool({ url, size });
  const reader = new Kysely<Rows>({ dialect: new PostgresDialect({ pool }) });
  t.teardown(() => reader.destroy());
  return { pool, reader };
};

/** Versions whose reads wait for `before`. */
const openVersions = (t: Test, lateMs: number, before: (read: number) => Promise<unknown>) => {
  const { pool, reader } = openReader(t, 4);
  let [connections, reads] = [0, 0];
  const connect: Pool['connect'] = async () => {
    connections += 1;
    const client = await pool.connect();
    const slowQuery = async (text: string, values: readonly unknown[]) => {
      reads += 1;
      await before(reads);
      return client.query(text, values);
    };
    const release = () => {
      connections -= 1;
      client.release();
    };
    return { query: slowQuery, release } as typeof client;
  };
  const { current } = postgresSnapshotVersions({ reader, pool: { connect, state: pool.state }, lateMs });
  return { current, reads: () => reads, connections: () => connections };
};

const never = 1_000_000;

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await nextTurn();
};

t.test('requests that arrive while a version is read share the next read', async (t) => {
  const first = Promise.withResolvers<void>();
  const { current, reads, connections } = openVersions(t, never, async (read) =>
    read === 1 ? first.promise : undefined,
  );
  const before = current();
  await until(() => reads() === 1);
  const after: Promise<string>[] = [];
  for (let request = 0; request < 5; request += 1) {
    after.push(current());
    await nextTurn();
  }
  await query('create table change ()');
  first.resolve();
  const found = await Promise.all([before, ...after]);
  t.equal(reads(), 2);
  t.equal(new Set(found.slice(1)).size, 1);
  await query('drop table change');
  t.not(await current(), found[1], 'a later request begins a read of its own');
  await until(() => connections() === 0);
});

t.test('a read that is late holds up no further request', async (t) => {
  const late = Promise.withResolvers<void>();
  const { current, reads } = openVersions(t, 1, async (read) => (read === 1 ? late.promise : undefined));
  const first = current();
  await until(() => reads() === 1);
  t.match(await current(), /^\d+:/);
  t.match(await current(), /^\d+:/);
  late.resolve();
  t.match(await first, /^\d+:/);
});

t.test('at most two versions are read at once', async (t) => {
  const held = Promise.withResolvers<void>();
  const { current, reads, connections } = openVersions(t, 1, () => held.promise);
  const versions = [current()];
  await until(() => reads() === 1);
  versions.push(current());
  await until(() => reads() === 2);
  versions.push(current());
  // Timers of one length fire in the order in which they were set.
  await new Promise((resolve) => setTimeout(resolve, 1));
  t.equal(connections(), 2);
  held.resolve();
  await Promise.all(versions);
  t.equal(reads(), 3);
});

t.test('a failed read leaves the next one to begin', async (t) => {
  const failed = Promise.withResolvers<never>();
  const { current, reads, connections } = openVersions(t, never, async (read) =>
    read === 1 ? failed.promise : undefined,
  );
  const first = current();
  await until(() => reads() === 1);
  const second = current();
  failed.reject(new Error('no connection'));
  await t.rejects(first, { message: 'no connection' });
  t.match(await second, /^\d+:/);
  await until(() => connections() === 0);
});

t.test('requests that wait for a connection fail with it', async (t) => {
  const { pool, reader } = openReader(t, 1);
  const failures = [new Error('no connection')];
  const connect: Pool['connect'] = async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return pool.connect();
  };
  const { current } = postgresSnapshotVersions({ reader, pool: { connect, state: pool.state } });
  const [one, other] = [current(), current()];
  await t.rejects(one, { message: 'no connection' });
  await t.rejects(other, { message: 'no connection' });
  t.match(await current(), /^\d+:/);
});

t.test('constant requests leave the only connection to others', async (t) => {
  const { pool, reader } = openReader(t, 1);
  const { current } = postgresSnapshotVersions({ reader, pool });
  let isServed = false;
  const requests = async () => {
    while (!isServed) await current();
  };
  const constant = [requests(), requests()];
  await current();
  const client = await pool.connect();
  isServed = true;
  client.release();
  await Promise.all(constant);
  t.equal(pool.state().waiting, 0);
});
