import { migrations } from '../migrations/index.ts';
import { runMigrations } from '../src/run-migrations.ts';

/** Brings a database to the version before a migration, to be filled with data of that version. */
export const migrateUntil = async (url: string, before: string): Promise<void> => {
  const end = migrations.findIndex(({ name }) => name === before);
  if (end < 0) throw new Error(`${before}: no such migration`);
  await runMigrations(url, new URL(url).pathname.slice(1), migrations.slice(0, end));
};
