import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { openPool } from '../src/connection/connection-pool.ts';
import { mapperOptions } from '../src/mapper-options.ts';
import { openMigratedDatabase } from './test-database.ts';

/** What a migrated database at `url` lacks of the tables' definitions, as SQL; empty when both agree. */
export const schemaDiff = async (url: string): Promise<string> => {
  const dialect = new PostgresDialect({ pool: openPool({ url, size: 1 }) });
  const orm = new MikroORM({ ...mapperOptions(dialect), dbName: new URL(url).pathname.slice(1) });
  try {
    return (await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
  } finally {
    await orm.close();
  }
};

// `npm run schema:diff`: the beginning of the migration that a change of `src/tables/` needs.
if (import.meta.main) {
  const database = await openMigratedDatabase();
  const diff = await schemaDiff(database.url);
  await database.close();
  process.stdout.write(`${diff || 'The definitions of tables and the migrations agree.'}\n`);
  process.exitCode = diff ? 1 : 0;
}
