import { readConfig } from '../config/config.ts';
import { openForProgram } from '../database/open-database.ts';
import { programOf } from '../programs/program.ts';
import { outboxUsage, readOutboxArguments, runOutboxCommand } from './outbox-command.ts';

/** What `npm run outbox` does. */
export const workOnOutbox = programOf(outboxUsage, async ({ args, env, stdout, stderr }) => {
  const command = readOutboxArguments(args);
  if (!command) {
    stdout.write(outboxUsage);
    return;
  }
  const database = await openForProgram(readConfig(env, 'database'), stderr);
  try {
    stdout.write(`${await runOutboxCommand(command, database.postgres)}\n`);
  } finally {
    await database.close();
  }
});
