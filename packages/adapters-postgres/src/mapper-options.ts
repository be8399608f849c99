import type { Options } from '@mikro-orm/postgresql';
import type { PostgresDialect } from 'kysely';
import { migrationTable } from './database.ts';
import * as tables from './tables/index.ts';

/** The tables of the job queue of version 0.1.0, which may still send mails (ADR 0065). */
const formerJobSchema = 'jobs';

/** What replicas of version 0.1.0 find lists and searches in. */
const formerViews = /^(?:event_words.*|listing_counter|vocabulary|released_word|forgotten_words)$/;

/** The options of every mapper over this schema; the pool has the connection settings. */
export const mapperOptions = (dialect: PostgresDialect): Options => ({
  entities: Object.values(tables),
  clientUrl: 'postgresql://connections/are-ready-made',
  driverOptions: () => dialect,
  debug: false,
  ensureDatabase: false,
  schemaGenerator: {
    ignoreSchema: [formerJobSchema],
    skipTables: [migrationTable],
    skipViews: [formerViews],
    ignoreTriggers: true,
    ignoreRoutines: true,
  },
});
