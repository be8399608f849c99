import { userInfo } from 'node:os';
import { createDomain, DomainError } from '@event-platform/domain';
import { keyedHashes } from '@event-platform/node';
import { pino } from 'pino';
import { pinoAuditLog } from '../audit-log.ts';
import { readConfig } from '../config/config.ts';
import { requireServicePeppers, servicePeppers } from '../config/service-peppers.ts';
import { openForProgram } from '../database/open-database.ts';
import { OperatorError } from '../faults/operator-error.ts';
import { offlineDependencies } from '../offline-dependencies.ts';
import { programOf, type Shell } from '../programs/program.ts';
import { type OperatorArguments, operatorUsage, readOperatorArguments } from './operator-arguments.ts';
import { refusalText } from './refusal-text.ts';
import { resultText } from './result-text.ts';
import { runCommand } from './run-command.ts';

/** The user of this system; a container may run as one that has no name. */
const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
};

const perform = async ({ command, as }: OperatorArguments, shell: Shell): Promise<object> => {
  const { env, stderr } = shell;
  const config = readConfig(env, 'database');
  const peppers = servicePeppers(config);
  const secrets = peppers.map(({ secret }) => secret);
  // An erased account is remembered by a hash of its phone.
  const database = await openForProgram(config, stderr, keyedHashes(secrets, 'sign-in phone'));
  try {
    if (config.migrateOnStart) await database.postgres.migrate();
    await requireServicePeppers(database.postgres.sealedKeys, peppers);
    const audit = pino({ base: { operator: as ?? systemUser() } }, stderr);
    const dependencies = await offlineDependencies(database, config);
    const domain = createDomain({
      ...dependencies,
      auditLog: pinoAuditLog(audit, keyedHashes(secrets, 'audit log')),
    });
    return await runCommand({ domain, clock: dependencies.clock, shell }, command).catch((error: unknown) => {
      const text = error instanceof DomainError ? refusalText(command, error) : null;
      throw text === null ? error : new OperatorError(text, { cause: error });
    });
  } finally {
    await database.close();
  }
};

/** What `npm run operator` does. */
export const operate = programOf(operatorUsage, async (shell) => {
  const args = readOperatorArguments(shell.args);
  if (!args) {
    shell.stdout.write(operatorUsage);
    return;
  }
  const result = await perform(args, shell);
  const text = args.isJson ? JSON.stringify(result, null, 2) : resultText(args.command, result);
  shell.stdout.write(`${text}\n`);
});
