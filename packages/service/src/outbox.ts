import './node-version.ts';

import { readConfig } from './config/config.ts';
import { openForProgram } from './database/open-database.ts';
import { sentencesOf } from './faults/start-up-fault.ts';
import { WrongUsage } from './faults/wrong-usage.ts';
import { outboxUsage, readOutboxArguments, runOutboxCommand } from './outbox/outbox-command.ts';

const exitCodes = { refused: 1, wrongUsage: 2 } as const;

try {
  const command = readOutboxArguments(process.argv.slice(2));
  if (!command) process.stdout.write(outboxUsage);
  else {
    const database = await openForProgram(readConfig(process.env, 'database'));
    try {
      process.stdout.write(`${await runOutboxCommand(command, database.postgres)}\n`);
    } finally {
      await database.close();
    }
  }
} catch (error) {
  const isUsage = error instanceof WrongUsage;
  process.stderr.write(isUsage ? `${error.message}\n\n${outboxUsage}` : `${sentencesOf(error)}\n`);
  process.exitCode = isUsage ? exitCodes.wrongUsage : exitCodes.refused;
}
