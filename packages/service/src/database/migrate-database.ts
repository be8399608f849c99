import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { programOf, type Shell } from '../programs/program.ts';
import { folderOf } from './embedded-server.ts';
import { openForProgram } from './open-database.ts';

const usage = `Usage: npm run migrate [-- --dry-run]

  --dry-run  lists what would be applied to the configured database, and changes nothing
`;
const wrongUsage = 2;

/** Brings the configured database up to date; returns what was, or would be, applied. */
const migrate = async (isDryRun: boolean, { env, stderr }: Shell): Promise<string> => {
  const config = readConfig(env, 'database');
  const folder = folderOf(config.dataDir);
  if (isDryRun && config.databaseUrl === undefined && !existsSync(folder))
    return `There is no database in ${folder} yet: it would be made with all tables.\n`;
  const { postgres, description, close } = await openForProgram(config, stderr);
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

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
    }).values;
  } catch {
    return undefined;
  }
};

/** What `npm run migrate` does. */
export const migrateDatabase = programOf(usage, async (shell) => {
  const values = readArguments(shell.args);
  if (!values) {
    shell.stderr.write(usage);
    return wrongUsage;
  }
  shell.stdout.write(values.help ? usage : await migrate(values['dry-run'] ?? false, shell));
  return;
});
