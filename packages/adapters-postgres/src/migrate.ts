import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrationNames } from '../migrations/names.ts';
import { translateError } from './connection/translate-error.ts';
import { lacksPrivileges, privilegesQuery } from './connection/unsuitable-database.ts';
import { migrationTable } from './database.ts';

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
    if (await isBehind(client)) {
      const { runMigrations } = await loadMigrations();
      const { rows } = await client.query<{ name: string }>('select current_database() as name');
      await runMigrations(url, rows[0]?.name ?? '');
    }
    await next();
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
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockKey,
    ]);
    if (rows[0]?.locked) return;
    await delay(pollIntervalMs);
  }
};

/** Whether a migration is still to be applied. */
const isBehind = async (client: pg.Client): Promise<boolean> => {
  const { rows: tables } = await client.query('select to_regclass($1) as name', [migrationTable]);
  if (tables[0]?.name === null) return true;
  const { rows } = await client.query<{ name: string }>(`select name from ${migrationTable}`);
  const applied = new Set(rows.map(({ name }) => name));
  return migrationNames.some((name) => !applied.has(name));
};
