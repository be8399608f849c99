import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { openPool } from '../src/connection/connection-pool.ts';
import { migrationTable, ormOptions } from '../src/database.ts';

/** Brings a database to the version before a migration, to be filled with data of that version. */
export const migrateUntil = async (url: string, before: string): Promise<void> => {
  const end = migrations.findIndex(({ name }) => name === before);
  if (end < 0) throw new Error(`${before}: no such migration`);
  const orm = new MikroORM({
    ...ormOptions(new PostgresDialect({ pool: openPool({ url, size: 2 }) })),
    dbName: new URL(url).pathname.slice(1),
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations.slice(0, end),
      tableName: migrationTable,
      snapshot: false,
      silent: true,
      allOrNothing: false,
    },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
};
