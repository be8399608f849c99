import type { Postgres } from '@event-platform/adapters-postgres';
import { createDomain, type Dependencies } from '@event-platform/domain';
import type { Config } from '../config/config.ts';
import { demoMark } from './demo-mark.ts';

/** Migrates the database and loads the demo data, as configured. */
export const fillDatabase = async (
  config: Pick<Config, 'migrateOnStart' | 'demoData' | 'dataDir'>,
  postgres: Pick<Postgres, 'migrate'>,
  dependencies: Dependencies,
): Promise<void> => {
  if (config.migrateOnStart) await postgres.migrate();
  const demo = demoMark(config.dataDir);
  if (!(config.demoData ?? demo.isSet())) return;
  const { loadDemo } = await import('../demo/load-demo.ts');
  // The demo people are new and write more in one go than new accounts may.
  const settings = { ...dependencies.settings, quotaScale: 0 };
  await loadDemo(createDomain({ ...dependencies, settings }), dependencies)();
  demo.clear();
};
