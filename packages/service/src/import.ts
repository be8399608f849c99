import './node-version.ts';

import { createReadStream } from 'node:fs';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { createDomain, type Dependencies, signUp } from '@event-platform/domain';
import { mappedTimeZones, randomTokens, systemClock, uuidSource } from '@event-platform/node';
import { type Config, readConfig } from './config/config.ts';
import { openDatabase } from './database/open-database.ts';
import { type ImportArguments, importUsage, readImportArguments } from './import/import-arguments.ts';
import { type ImportCounts, importLines } from './import/import-lines.ts';
import { importReport } from './import/import-report.ts';
import { readLines } from './import/read-lines.ts';
import { offlineDependencies } from './offline-dependencies.ts';
import { sentencesOf } from './start-up-fault.ts';
import { WrongUsage } from './wrong-usage.ts';

const exitCodes = { someFailed: 1, wrongUsage: 2, interrupted: 130 } as const;

const importFile = async (
  { file, size, phone, name }: ImportArguments,
  config: Config,
  signal: AbortSignal,
): Promise<ImportCounts> => {
  const database = await openDatabase(config, {
    mayShare: true,
    log: () => {},
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  try {
    if (config.migrateOnStart) await database.postgres.migrate();
    const { stores, unitOfWork } = database.postgres;
    const dependencies: Dependencies = {
      ...offlineDependencies(),
      stores,
      unitOfWork,
      clock: systemClock(),
      ids: uuidSource(),
      tokens: randomTokens(),
      phones: libphonenumberPhoneNumbers(),
      timeZones: mappedTimeZones(),
      settings: config.domain,
    };
    const { user: organizer } = await signUp(dependencies)({ phone, name });
    const report = importReport(process.stderr, size);
    try {
      return await importLines(createDomain(dependencies).importEvents)({
        lines: readLines(file === null ? process.stdin : createReadStream(file, { signal })),
        organizerId: organizer.id,
        currency: config.currency,
        timeZones: dependencies.timeZones,
        onFault: report.fault,
        onProgress: report.progress,
      });
    } finally {
      report.end();
    }
  } finally {
    await database.close();
  }
};

const run = async (): Promise<number> => {
  const folders = [process.cwd(), ...(process.env.INIT_CWD ? [process.env.INIT_CWD] : [])];
  const given = readImportArguments(process.argv.slice(2), libphonenumberPhoneNumbers(), folders);
  if (!given) {
    process.stdout.write(importUsage);
    return 0;
  }
  const interruption = new AbortController();
  // npm passes on the terminal's signal a second time, so the handler stays after the first.
  const interrupt = () => {
    interruption.abort();
    if (given.file === null) process.stdin.destroy(new Error('interrupted'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const counts = await importFile(given, readConfig(process.env, 'database'), interruption.signal);
    const leftOut = counts.cancelled > 0 ? ` ${counts.cancelled} cancelled and left out,` : '';
    process.stdout.write(
      `${counts.lines} lines: ${counts.added} events added, ${counts.known} already there,${leftOut} ${counts.failed} failed.\n`,
    );
    return counts.failed > 0 ? exitCodes.someFailed : 0;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('Interrupted: the events added so far stay, and another run adds the rest.\n');
    return exitCodes.interrupted;
  }
};

try {
  process.exitCode = await run();
} catch (error) {
  const isUsage = error instanceof WrongUsage;
  process.stderr.write(isUsage ? `${error.message}\n\n${importUsage}` : `${sentencesOf(error)}\n`);
  process.exitCode = isUsage ? exitCodes.wrongUsage : exitCodes.someFailed;
}
