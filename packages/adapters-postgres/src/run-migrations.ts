import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { openPool } from './connection/connection-pool.ts';
import { noTimeouts } from './connection/timeouts.ts';
import { migrationTable } from './database.ts';
import { mapperOptions } from './mapper-options.ts';

/** Applies the migrations of the list that the database lacks. Not for two callers at once. */
export const runMigrations = async (url: string, dbName: string, list = migrations): Promise<void> => {
  const orm = new MikroORM({
    ...mapperOptions(new PostgresDialect({ pool: openPool({ url, size: 2, timeouts: noTimeouts }) })),
    dbName,
    extensions: [Migrator],
    migrations: {
      migrationsList: [...list],
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
