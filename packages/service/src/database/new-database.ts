import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareEmbeddedPostgres } from '@event-platform/adapters-postgres/embedded-postgres';
import type { Config } from '../config/config.ts';
import { demoMark } from './demo-mark.ts';

/** Where in the data folder the embedded database lies. */
export const folderOf = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Makes the embedded database if this start is the first, marked for its demo data. Trouble is left to whoever
 * starts it: they meet it again, and can say what it is.
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
    // as above
  }
};
