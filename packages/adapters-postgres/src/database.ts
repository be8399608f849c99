import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, type Selectable } from 'kysely';
import type { ConnectionPool } from './connection/connection-pool.ts';
import type * as tables from './tables/index.ts';

/** The rows of every table, by table and column name. */
export type Rows = InferKyselyDB<(typeof tables)[keyof typeof tables]>;

/** A row of a table as it is read. */
export type Row<Table extends keyof Rows> = Selectable<Rows[Table]>;

/** A typed way to the database: the pool, or the connection of one transaction. */
export type Database = Kysely<Rows>;

export const migrationTable = 'migration';

/** Statements over a pool, typed by the entities. The mapper itself is loaded to migrate only (ADR 0053). */
export const openDatabase = (pool: ConnectionPool): Database =>
  new Kysely<Rows>({ dialect: new PostgresDialect({ pool }) });
