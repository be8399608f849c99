import { readConfig } from './config/config.ts';
import { openDatabase } from './database/open-database.ts';
import { sentencesOf } from './start-up-fault.ts';

/** Migrates the configured database to the version that this service needs. */
const migrate = async (): Promise<void> => {
  const config = readConfig(process.env, 'database');
  const database = await openDatabase(config, {
    mayShare: true,
    log: () => {},
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  try {
    await database.postgres.migrate();
    process.stdout.write(`The schema is up to date: ${database.description}.\n`);
  } finally {
    await database.close();
  }
};

try {
  await migrate();
} catch (error) {
  process.stderr.write(`${sentencesOf(error)}\n`);
  process.exitCode = 1;
}
