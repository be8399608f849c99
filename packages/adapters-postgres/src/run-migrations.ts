import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { openPool } from './connection/connection-pool.ts';
import { noTimeouts } from './connection/timeouts.ts';
import { migrationTable } from './database.ts';
import { mapperOptions } from './mapper-options.ts';

/** Applies the migrations that the database lacks. Not for two callers at once. */
export const runMigrations = async (url: string, dbName: string): Promise<void> => {
  const migrationsList = await Promise.all(
    migrations.map(async ({ name, load }) => ({ name, class: await load() })),
  );
  const orm = new MikroORM({
    ...mapperOptions(new PostgresDialect({ pool: openPool({ url, size: 2, timeouts: noTimeouts }) })),
    dbName,
    extensions: [Migrator],
    migrations: {
      migrationsList,
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
