import './node-version.ts';

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from './config/config.ts';
import { folderOf } from './database/embedded-server.ts';
import { openForProgram } from './database/open-database.ts';
import { sentencesOf } from './faults/start-up-fault.ts';

const usage = `Usage: npm run migrate [-- --dry-run]

  --dry-run  lists what would be applied to the configured database, and changes nothing
`;
const exitCodes = { fault: 1, wrongUsage: 2 } as const;

/** Brings the configured database up to date; returns what was, or would be, applied. */
const migrate = async (isDryRun: boolean): Promise<string> => {
  const config = readConfig(process.env, 'database');
  const folder = folderOf(config.dataDir);
  if (isDryRun && config.databaseUrl === undefined && !existsSync(folder))
    return `There is no database in ${folder} yet: it would be made with all tables.\n`;
  const { postgres, description, close } = await openForProgram(config);
  try {
    const names = isDryRun ? await postgres.pendingMigrations() : await postgres.migrate();
    const list = names.map((name) => `  ${name}\n`).join('');
    const isCurrent = !isDryRun || names.length === 0;
    return [
      list && `${isDryRun ? 'To be applied' : 'Applied'}:\n${list}`,
      isCurrent ? `The schema is up to date: ${description}.\n` : `Nothing was changed: ${description}.\n`,
    ].join('');
  } finally {
    await close();
  }
};

const readArguments = () => {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch {
    return undefined;
  }
};

try {
  const values = readArguments();
  if (!values) {
    process.stderr.write(usage);
    process.exitCode = exitCodes.wrongUsage;
  } else process.stdout.write(values.help ? usage : await migrate(values['dry-run'] ?? false));
} catch (error) {
  process.stderr.write(`${sentencesOf(error)}\n`);
  process.exitCode = exitCodes.fault;
}
