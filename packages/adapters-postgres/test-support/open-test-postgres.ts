import { createHash } from 'node:crypto';
import type { KeyedHashes, Stores } from '@event-platform/domain';
import { Client } from 'pg';
import { openPostgres, type Postgres, type PostgresOptions } from '../src/open-postgres.ts';
import { type Owner, openMigratedDatabase } from './test-database.ts';

/** Migrated adapters over a database of a test file's own. */
export interface TestPostgres {
  readonly url: string;
  readonly postgres: Postgres;
  readonly stores: Stores;
  /** Runs a statement beside the adapters. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Empties all tables but the categories. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** As the service's: a current and a former key. */
export const phoneHashes: KeyedHashes = {
  of: (phone) => [hash(`current ${phone}`), hash(`former ${phone}`)],
};

const exceptions = ['category', 'event_change', 'forgotten_changes', 'migration', 'reminder_clock'];

/**
 * Closed with their owner. @param options a migrated database instead of a new one, the accelerators to use, and whether waits
 * may be long: what asks for right results alone must not fail on a busy machine
 */
export const openTestPostgres = async (
  owner?: Owner,
  {
    url,
    accelerators,
    isBatch = false,
    clock,
  }: Partial<Pick<PostgresOptions, 'url' | 'accelerators' | 'isBatch' | 'clock'>> = {},
): Promise<TestPostgres> => {
  const database = url === undefined ? await openMigratedDatabase() : { url, close: async () => {} };
  const postgres = await openPostgres({
    url: database.url,
    phoneHashes,
    isBatch,
    ...(accelerators && { accelerators }),
    ...(clock && { clock }),
  });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  const names = await query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)",
    [exceptions],
  );
  // Events go first, with what refers to them and the change that lists hear of. Of the rest no trigger says anything, and those
  // of foreign keys would look into each table for each person. Cheaper than TRUNCATE on small tables, and most are empty.
  const emptied = (name: string) => `if exists (select from ${name}) then delete from ${name}; end if;`;
  await query(
    `create function pg_temp.empty_tables() returns void language plpgsql as $$ begin
      ${emptied('event')}
      perform set_config('session_replication_role', 'replica', true);
      ${names.map(({ name }) => emptied(name)).join('\n')}
      update reminder_clock set looked_until = '1970-01-01' where looked_until <> '1970-01-01';
      perform set_config('session_replication_role', 'origin', true);
    end $$`,
  );
  const close = async () => {
    await postgres.close();
    await client.end();
    await database.close();
  };
  owner?.teardown(close);
  return {
    url: database.url,
    postgres,
    stores: postgres.stores,
    query,
    empty: async () => void (await query('select pg_temp.empty_tables()')),
    close,
  };
};
