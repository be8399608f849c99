import type { Logger } from 'pino';
import type { BannerFacts } from '../banner.ts';
import type { Config } from '../config/config.ts';
import { openSecrets } from '../config/secrets.ts';
import type { EmbeddedServer } from '../database/embedded-server.ts';
import { fillDatabase } from '../database/fill-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { hasDemo } from '../demo/demo-data.ts';
import { offlineDependencies } from '../offline-dependencies.ts';
import { emptySmsLog } from '../sms/sms-log.ts';

/** What all workers share, opened before the first one starts. */
export interface Preparation extends BannerFacts {
  /** The environment of a worker, so that it uses this database and does not prepare it again. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Creates the secrets, opens the database, migrates and fills it: once for all workers. */
export const prepare = async (
  config: Config,
  logger: Logger,
  server: EmbeddedServer | undefined,
): Promise<Preparation> => {
  for (const warning of config.warnings) logger.warn(warning);
  openSecrets(config);
  if (config.sms.provider === 'console') emptySmsLog(config.dataDir);
  const database = await openDatabase(config, {
    mayShare: false,
    server,
    log: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
  });
  try {
    const dependencies = await offlineDependencies(database, config);
    await fillDatabase(config, database.postgres, dependencies);
    return {
      database: database.description,
      hasDemo: await hasDemo(dependencies),
      env: { DATABASE_URL: database.url, MIGRATE_ON_START: 'false', DEMO_DATA: 'false' },
      close: database.close,
    };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
};
