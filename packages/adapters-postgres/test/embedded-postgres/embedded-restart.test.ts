import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.ts';
import { relaunchDelay } from '../../src/embedded-postgres/keep-running.ts';

const pidOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts a server in a folder of the test's own; `told` are its warnings, `next` resolves with the next match. */
const startWatched = async (dataDir: string) => {
  const messages: string[] = [];
  const listeners = new Set<() => void>();
  const server = await startEmbeddedPostgres({
    dataDir,
    warn: (message) => {
      messages.push(message);
      for (const listener of listeners) listener();
    },
  });
  const next = (pattern: RegExp) => {
    const from = messages.length;
    return new Promise<string>((resolve) => {
      // The server keeps no process alive, nor does its supervision.
      const alive = setInterval(() => {}, 60_000);
      const look = () => {
        const match = messages.slice(from).find((message) => pattern.test(message));
        if (match === undefined) return;
        clearInterval(alive);
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
    });
  };
  return { server, messages, next };
};

const openPool = (connectionString: string): pg.Pool =>
  // Connections that break are what is tested.
  new pg.Pool({ connectionString, max: 4 }).on('error', () => {});

/** Writes numbers one after the other until told to stop, and returns those that the server confirmed. */
const writeUntil = async (pool: pg.Pool, lane: number, isOver: () => boolean): Promise<readonly string[]> => {
  const confirmed: string[] = [];
  for (let count = 0; !isOver(); count += 1) {
    const name = `${lane}-${count}`;
    const isWritten = await pool.query('insert into written (name) values ($1)', [name]).then(
      () => true,
      () => false,
    );
    if (isWritten) confirmed.push(name);
  }
  return confirmed;
};

t.test('a killed server comes back on the same URL with every confirmed write', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const { server, messages, next } = await startWatched(dataDir);
  t.teardown(() => server.stop());
  const pool = openPool(server.url);
  t.teardown(() => pool.end());
  await pool.query('create table written (name text primary key)');
  let isOver = false;
  const writing = Promise.all([0, 1, 2].map((lane) => writeUntil(pool, lane, () => isOver)));
  for (const expected of [1, 2]) {
    const { rows } = await pool.query('select count(*)::int as before from written');
    const back = next(/is back after \d+ ms$/);
    process.kill(pidOf(dataDir), 'SIGKILL');
    await back;
    t.equal(messages.filter((message) => /ended by itself \(SIGKILL\)/.test(message)).length, expected);
    // The writers go on by themselves.
    for (let now = 0; now <= rows[0].before; )
      now = await pool.query('select count(*)::int as now from written').then(
        ({ rows: [row] }) => row.now,
        () => 0,
      );
  }
  isOver = true;
  const confirmed = (await writing).flat();
  const { rows } = await pool.query<{ name: string }>('select name from written');
  const names = new Set(rows.map(({ name }) => name));
  t.ok(confirmed.length > 0);
  t.same(
    confirmed.filter((name) => !names.has(name)),
    [],
    'nothing that was confirmed is lost',
  );
});

t.test('a killed backend is recovered from by the server itself', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const { server, messages } = await startWatched(dataDir);
  t.teardown(() => server.stop());
  const pool = openPool(server.url);
  t.teardown(() => pool.end());
  const client = await pool.connect();
  client.on('error', () => {});
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const endPromise = new Promise((resolve) => client.once('end', resolve));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await endPromise;
  client.release(true);
  let result: unknown;
  while (result !== 1)
    result = await pool.query('select 1 as one').then(
      ({ rows: [row] }) => row.one,
      () => 0,
    );
  t.same(messages, []);
});

t.test('a stopped server stays down, also one that is just being started again', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const { server, messages, next } = await startWatched(dataDir);
  const endPromise = next(/ended by itself/);
  process.kill(pidOf(dataDir), 'SIGKILL');
  await endPromise;
  await server.stop();
  t.equal(messages.length, 1, 'nothing is told after the stop');
  const again = await startEmbeddedPostgres({ dataDir });
  await again.stop();
});

t.test('the delay between starts doubles up to ten seconds', async (t) => {
  t.strictSame(
    [0, 1, 2, 3, 4, 5, 6, 100].map(relaunchDelay),
    [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000],
  );
});
