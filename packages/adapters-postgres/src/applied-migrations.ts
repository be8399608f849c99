import { migrations } from '../migrations/index.ts';
import { PrereleaseDatabase } from './connection/connection-fault.ts';
import { migrationTable } from './database.ts';

/** Runs a statement without parameters. */
type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>;

const tableQuery = `select current_database() as database,
  coalesce(has_table_privilege(to_regclass('${migrationTable}'), 'select'), false) as "isReadable"`;

/**
 * The names of the migrations that a database has; those of later versions are among them. Empty for a role that
 * may not read them.
 * @throws {PrereleaseDatabase}
 */
export const appliedMigrations = async (query: Query): Promise<ReadonlySet<string>> => {
  const [table] = (await query(tableQuery)).rows as { database: string; isReadable: boolean }[];
  if (!table?.isReadable) return new Set();
  const rows = (await query(`select name from ${migrationTable}`)).rows as { name: string }[];
  const names = new Set(rows.map(({ name }) => name));
  const [baseline] = migrations;
  if (baseline && names.size > 0 && !names.has(baseline.name)) throw new PrereleaseDatabase(table.database);
  return names;
};
