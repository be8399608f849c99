import './node-version.ts';

import { createDomain, DomainError } from '@event-platform/domain';
import { keyedHashes } from '@event-platform/node';
import { pino } from 'pino';
import { pinoAuditLog } from './audit-log.ts';
import { readConfig } from './config/config.ts';
import { openSecrets } from './config/secrets.ts';
import { openForProgram } from './database/open-database.ts';
import { OperatorError } from './faults/operator-error.ts';
import { sentencesOf } from './faults/start-up-fault.ts';
import { WrongUsage } from './faults/wrong-usage.ts';
import { offlineDependencies } from './offline-dependencies.ts';
import { type OperatorCommand, operatorUsage, readOperatorArguments } from './operator/operator-arguments.ts';
import { refusalText } from './operator/refusal-text.ts';
import { resultText } from './operator/result-text.ts';
import { runCommand } from './operator/run-command.ts';

const exitCodes = { refused: 1, wrongUsage: 2 } as const;
const standardError = 2;

const perform = async (command: OperatorCommand): Promise<object> => {
  const config = readConfig(process.env, 'database');
  if (config.isProduction && !config.otpPeppers)
    throw new OperatorError('OTP_PEPPER: must be set, as for the service: the audit log is keyed by it.');
  const peppers = openSecrets(config).otpPeppers.map(({ secret }) => secret);
  const database = await openForProgram(config);
  try {
    if (config.migrateOnStart) await database.postgres.migrate();
    const audit = pino({ base: null }, pino.destination({ dest: standardError, sync: true }));
    const domain = createDomain({
      ...offlineDependencies(database, config),
      auditLog: pinoAuditLog(audit, keyedHashes(peppers, 'audit log')),
    });
    return await runCommand(domain, command).catch((error: unknown) => {
      const text = error instanceof DomainError ? refusalText(command, error) : null;
      throw text === null ? error : new OperatorError(text, { cause: error });
    });
  } finally {
    await database.close();
  }
};

try {
  const args = readOperatorArguments(process.argv.slice(2));
  if (!args) process.stdout.write(operatorUsage);
  else {
    const result = await perform(args.command);
    const text = args.isJson ? JSON.stringify(result, null, 2) : resultText(args.command, result);
    process.stdout.write(`${text}\n`);
  }
} catch (error) {
  const isUsage = error instanceof WrongUsage;
  process.stderr.write(isUsage ? `${error.message}\n\n${operatorUsage}` : `${sentencesOf(error)}\n`);
  process.exitCode = isUsage ? exitCodes.wrongUsage : exitCodes.refused;
}
