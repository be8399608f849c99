import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareEmbeddedPostgres } from '@event-platform/adapters-postgres/embedded-postgres';
import type { Config } from '../config/config.ts';
import { demoMark } from './demo-mark.ts';

/** The folder of the embedded database. */
export const folderOf = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Creates the embedded database on the first start and marks it for its demo data. Errors are ignored: starting the
 * database fails with the same error, and `openDatabase` reports it.
 */
export const makeNewDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'demoData'>,
): Promise<void> => {
  const folder = folderOf(config.dataDir);
  if (config.databaseUrl !== undefined || existsSync(folder)) return;
  try {
    if (config.demoData === undefined) demoMark(config.dataDir).set();
    await prepareEmbeddedPostgres({ dataDir: folder });
  } catch {
    // Reported when the database starts.
  }
};
