import { setTimeout as delay } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { openPool } from './connection/connection-pool.ts';
import { noTimeouts } from './connection/timeouts.ts';
import { translateError } from './connection/translate-error.ts';
import { lacksPrivileges, privilegesQuery } from './connection/unsuitable-database.ts';
import { migrationTable, ormOptions } from './database.ts';

/** An arbitrary number, the same in all replicas of the service. */
const lockKey = 7_310_588_112;
const pollIntervalMs = 100;
const connectTimeoutMs = 5_000;

/**
 * Brings the tables up to date, then runs `next`. Of several processes that start at once one migrates and the others
 * wait for it; a migration has no time limit.
 */
export const migrate = async (url: string, next: () => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await lock(client);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await runMigrations(url, rows[0]?.name ?? '');
    await next();
  } catch (error) {
    throw (await privilegeFault(client, error)) ?? translateError(error);
  } finally {
    await client.end();
  }
};

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
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockKey,
    ]);
    if (rows[0]?.locked) return;
    await delay(pollIntervalMs);
  }
};

const runMigrations = async (url: string, dbName: string): Promise<void> => {
  const orm = new MikroORM({
    ...ormOptions(new PostgresDialect({ pool: openPool({ url, size: 2, timeouts: noTimeouts }) })),
    dbName,
    extensions: [Migrator],
    migrations: {
      migrationsList: [...migrations],
      tableName: migrationTable,
      snapshot: false,
      silent: true,
      // Each commits by itself: the locks of one are not held while the next one goes through many rows.
      allOrNothing: false,
    },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
};
