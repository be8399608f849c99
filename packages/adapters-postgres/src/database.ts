import { type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely, PostgresDialect } from 'kysely';
import { tables } from './tables/index.ts';

/** The rows of every table, by table and column name. */
export type Rows = InferKyselyDB<(typeof tables)[number]>;

/** A typed way to the database: the pool, or the connection of one transaction. */
export type Database = Kysely<Rows>;

/** The schema that the job queue keeps its tables in. */
export const jobSchema = 'jobs';

/** Where the names of the migrations that ran are kept. */
export const migrationTable = 'migration';

/** What searches read, kept by triggers of the event table; its partitions are more than the mapper knows of. */
const searchTable = /^event_words/;

/** Views under the names that tables had in the version before. */
const formerNames = /^(listing_tally|event_words_over)$/;

/** What every mapper over this schema is made with; the connections come ready-made, settings and all. */
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
