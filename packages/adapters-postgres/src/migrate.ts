import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { appliedMigrations } from './applied-migrations.ts';
import { noTimeouts } from './connection/timeouts.ts';
import { translateError } from './connection/translate-error.ts';
import { lacksPrivileges, privilegesQuery } from './connection/unsuitable-database.ts';

/** An arbitrary number, the same in all replicas of the service. */
const lockKey = 7_310_588_112;
const pollIntervalMs = 100;

/**
 * Brings the tables up to date; resolves with what was applied. Of several processes that start at once one migrates and
 * the others wait for it; a migration has no time limit.
 */
export const migrate = (url: string): Promise<readonly string[]> =>
  withClient(url, async (client) => {
    await lock(client);
    const names = await pendingIn(client);
    if (names.length > 0) {
      const { runMigrations } = await loadMigrations();
      const { rows } = await client.query<{ name: string }>('select current_database() as name');
      await runMigrations(url, rows[0]?.name ?? '', names);
    }
    return names;
  });

/** What `migrate` would apply. */
export const pendingMigrations = (url: string): Promise<readonly string[]> => withClient(url, pendingIn);

const withClient = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: noTimeouts.connectMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw (await privilegeFault(client, error)) ?? translateError(error);
  } finally {
    await client.end();
  }
};

/** Loads the mapper and the migrations, which only a database that lacks one needs. */
export const loadMigrations = () => import('./run-migrations.ts');

/** The privileges that the role lacks, if that is why the migration failed. */
const privilegeFault = async (client: pg.Client, error: unknown): Promise<Error | undefined> => {
  if (!isDenied(error)) return undefined;
  const { rows } = await client.query(privilegesQuery);
  return lacksPrivileges(rows[0]);
};

const isDenied = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === '42501' || isDenied(error.cause));

/** The lock ends with the connection. Polling keeps no transaction open, which would delay `create index concurrently`. */
const lock = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ is_locked: boolean }>(
      'select pg_try_advisory_lock($1) as is_locked',
      [lockKey],
    );
    if (rows[0]?.is_locked) return;
    await delay(pollIntervalMs);
  }
};

const pendingIn = async (client: pg.Client): Promise<readonly string[]> => {
  const versions = await appliedMigrations((text) => client.query(text));
  return migrations.map(({ name }) => name).filter((name) => !versions.has(name));
};
