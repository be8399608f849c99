import { type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely, PostgresDialect } from 'kysely';
import { tables } from './tables/index.ts';

/** The rows of every table, by table and column name. */
export type Rows = InferKyselyDB<(typeof tables)[number]>;

/** A typed way to the database: the pool, or the connection of one transaction. */
export type Database = Kysely<Rows>;

/** The schema that the job queue keeps its tables in. */
export const jobSchema = 'jobs';

/** The table of applied migrations. */
export const migrationTable = 'migration';

/** The search table, maintained by triggers of the event table; the mapper does not know partitions. */
const searchTable = /^event_words/;

/** Views under the names that tables had in the version before. */
const formerNames = /^(listing_tally|event_words_over)$/;

/** The options of every mapper over this schema; the pool has the connection settings. */
export const ormOptions = (dialect: PostgresDialect) => ({
  entities: [...tables],
  clientUrl: 'postgresql://connections/are-ready-made',
  driverOptions: () => dialect,
  debug: false,
  ensureDatabase: false,
  schemaGenerator: {
    ignoreSchema: [jobSchema],
    skipTables: [migrationTable, searchTable],
    skipViews: [formerNames],
    ignoreTriggers: true,
    ignoreRoutines: true,
  },
});

/** Makes the object-relational mapper; it connects with the first statement. */
export const createOrm = (dialect: PostgresDialect): MikroORM => new MikroORM(ormOptions(dialect));
