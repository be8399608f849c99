import './node-version.ts';

import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { createDomain, type Dependencies, signUp, type UserId } from '@event-platform/domain';
import { mappedTimeZones } from '@event-platform/node';
import { type Config, readConfig } from './config/config.ts';
import { type OpenDatabase, openForProgram } from './database/open-database.ts';
import { OperatorError } from './faults/operator-error.ts';
import { sentencesOf } from './faults/start-up-fault.ts';
import { WrongUsage } from './faults/wrong-usage.ts';
import { checkItems } from './import/check-items.ts';
import { faultFile } from './import/fault-file.ts';
import { fileKeys } from './import/file-keys.ts';
import { surveyOf } from './import/file-survey.ts';
import { type ImportArguments, importUsage, readImportArguments } from './import/import-arguments.ts';
import { type ImportCounts, summaryOf } from './import/import-counts.ts';
import { importLines } from './import/import-lines.ts';
import { importReport } from './import/import-report.ts';
import { askToPrune, prune } from './import/prune.ts';
import { openSource, type SourceFile } from './import/source-file.ts';
import { offlineDependencies } from './offline-dependencies.ts';

const exitCodes = { someFailed: 1, wrongUsage: 2, interrupted: 130 } as const;

const prepare = async ({ postgres }: OpenDatabase, { isTrial }: ImportArguments, config: Config) => {
  if (!isTrial && config.migrateOnStart) await postgres.migrate();
  if (isTrial && (await postgres.pendingMigrations()).length > 0)
    throw new OperatorError('--dry-run: migrations are pending; apply them first with npm run migrate.');
};

/** The account whose events they become; a trial makes none. */
const organizerOf = async (
  dependencies: Dependencies,
  { phone, name, isTrial }: ImportArguments,
): Promise<UserId> => {
  const user = isTrial
    ? await dependencies.stores.users.findByPhone(phone)
    : (await signUp(dependencies)({ phone, name })).user;
  if (user?.suspendedAt) throw new OperatorError('--organizer: the account is suspended.');
  return user?.id ?? (dependencies.ids.next() as UserId);
};

/** Imports the file, and cancels what it no longer has where that is wanted. */
const importFile = async (
  settings: ImportArguments,
  config: Config,
  source: SourceFile,
): Promise<ImportCounts> => {
  const database = await openForProgram(config);
  try {
    await prepare(database, settings, config);
    const dependencies = offlineDependencies(database, config);
    const domain = createDomain(dependencies);
    const organizerId = await organizerOf(dependencies, settings);
    const keys = fileKeys();
    const { size, place, withPast, isTrial } = settings;
    const report = importReport(process.stderr, size, faultFile(settings.faults));
    let counts: ImportCounts;
    try {
      counts = await importLines(domain.importEvents)({
        items: source.items(),
        survey: await surveyOf(source.items()),
        place,
        organizerId,
        currency: config.currency,
        timeZones: dependencies.timeZones,
        timeZone: settings.timeZone,
        now: dependencies.clock.now(),
        withPast,
        isTrial,
        keys,
        onFault: report.fault,
        onProgress: report.progress,
      });
    } finally {
      report.end();
    }
    process.stdout.write(`${isTrial ? 'Nothing is written. It would be: ' : ''}${summaryOf(counts)}\n`);
    if (settings.prune !== 'no') {
      const confirm = settings.prune === 'yes' ? async () => true : askToPrune;
      const command = { organizerId, keys, counts, isTrial, confirm };
      process.stdout.write(`${await prune(domain.pruneImports)(command)}\n`);
    }
    return counts;
  } finally {
    await database.close();
  }
};

/** How the lines would read. */
const check = async (
  { timeZone, place, check }: ImportArguments,
  { currency }: Config,
  source: SourceFile,
): Promise<number> => {
  const survey = await surveyOf(source.items());
  const context = { currency, timeZone, place, survey, timeZones: mappedTimeZones(), organizerId: '' };
  return checkItems(source.items(), { ...context, now: new Date() }, process.stdout, check === 'json');
};

const withSource = async (settings: ImportArguments, signal: AbortSignal): Promise<number> => {
  const config = readConfig(process.env, 'database');
  const source = await openSource(settings.file, signal);
  try {
    const failed =
      settings.check === 'no'
        ? (await importFile(settings, config, source)).failed
        : await check(settings, config, source);
    return failed > 0 ? exitCodes.someFailed : 0;
  } finally {
    source.close();
  }
};

const run = async (): Promise<number> => {
  const folders = [process.cwd(), ...(process.env.INIT_CWD ? [process.env.INIT_CWD] : [])];
  const hasTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const settings = readImportArguments(
    process.argv.slice(2),
    libphonenumberPhoneNumbers(),
    folders,
    hasTerminal,
  );
  if (!settings) {
    process.stdout.write(importUsage);
    return 0;
  }
  const interruption = new AbortController();
  // npm passes on the terminal's signal a second time, so the handler stays after the first.
  const interrupt = () => {
    interruption.abort();
    if (settings.file === null) process.stdin.destroy(new Error('interrupted'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await withSource(settings, interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('Interrupted: what was imported so far stays, and another run goes on.\n');
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
