import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { createDomain, type Dependencies, signUp, type UserId } from '@event-platform/domain';
import { mappedTimeZones } from '@event-platform/node';
import { type Config, readConfig } from '../config/config.ts';
import { type OpenDatabase, openForProgram } from '../database/open-database.ts';
import { OperatorError } from '../faults/operator-error.ts';
import { offlineDependencies } from '../offline-dependencies.ts';
import { programOf, type Shell } from '../programs/program.ts';
import { fileKeys } from './file/file-keys.ts';
import { surveyOf } from './file/file-survey.ts';
import { openSource, type SourceFile } from './file/source-file.ts';
import { type ImportArguments, importUsage, readImportArguments } from './import-arguments.ts';
import { importLines } from './import-lines.ts';
import { askToPrune, prune } from './prune.ts';
import { checkItems } from './report/check-items.ts';
import { faultFile } from './report/fault-file.ts';
import { type ImportCounts, summaryOf } from './report/import-counts.ts';
import { importReport } from './report/import-report.ts';

const exitCodes = { someFailed: 1, interrupted: 130 } as const;

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
  { stdout, stderr }: Shell,
): Promise<ImportCounts> => {
  const database = await openForProgram(config, stderr);
  try {
    await prepare(database, settings, config);
    const dependencies = await offlineDependencies(database, config);
    const domain = createDomain(dependencies);
    const organizerId = await organizerOf(dependencies, settings);
    const keys = fileKeys();
    const { size, place, withPast, isTrial } = settings;
    const report = importReport(stderr, size, faultFile(settings.faults));
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
    stdout.write(`${isTrial ? 'Nothing is written. It would be: ' : ''}${summaryOf(counts)}\n`);
    if (settings.prune !== 'no') {
      const confirm = settings.prune === 'yes' ? async () => true : askToPrune;
      const command = { organizerId, keys, counts, isTrial, confirm };
      stdout.write(`${await prune(domain.pruneImports)(command)}\n`);
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
  { stdout }: Shell,
): Promise<number> => {
  const survey = await surveyOf(source.items());
  const context = { currency, timeZone, place, survey, timeZones: mappedTimeZones(), organizerId: '' };
  return checkItems(source.items(), { ...context, now: new Date() }, stdout, check === 'json');
};

const withSource = async (settings: ImportArguments, shell: Shell, signal: AbortSignal): Promise<number> => {
  const config = readConfig(shell.env, 'database');
  const source = await openSource(settings.file, signal);
  try {
    const failed =
      settings.check === 'no'
        ? (await importFile(settings, config, source, shell)).failed
        : await check(settings, config, source, shell);
    return failed > 0 ? exitCodes.someFailed : 0;
  } finally {
    source.close();
  }
};

/** What `npm run import` does. */
export const importFeed = programOf(importUsage, async (shell) => {
  const { args, env, stdout, stderr } = shell;
  const folders = [process.cwd(), ...(env.INIT_CWD ? [env.INIT_CWD] : [])];
  const hasTerminal = process.stdin.isTTY && stderr.isTTY === true;
  const settings = readImportArguments(args, libphonenumberPhoneNumbers(), folders, hasTerminal);
  if (!settings) {
    stdout.write(importUsage);
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
    return await withSource(settings, shell, interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    stderr.write('Interrupted: what was imported so far stays, and another run goes on.\n');
    return exitCodes.interrupted;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
});
