import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from '../../../../packages/service/test/support/service-process.ts';
import type { Load } from '../report/interleaved-rounds.ts';
import { type Measured, measuredFrom } from '../report/measured.ts';
import type { Statement } from './recorded-statements.ts';

/** A transaction in pgbench's script language. */
export interface Script {
  readonly text: string;
  /** Texts by name, sent as parameters. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The newest one installed by Debian's packages, otherwise the one in PATH; null when there is none. */
const findPgbench = (): string | null => {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse();
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  return newest ?? inPath.find((path) => existsSync(path)) ?? null;
};

/** Recorded values that vary between transactions, with the SQL that replaces them. */
export type Varying = ReadonlyMap<unknown, string>;

/** The text that the driver sends; arrays in the form of PostgreSQL section 8.15. */
const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const parts = value.map((one) => (one === null ? 'null' : `"${textOf(one).replaceAll(/["\\]/g, '\\$&')}"`));
  return `{${parts.join(',')}}`;
};

/** Makes the names of variables unique across scripts. */
let variablesMade = 0;

const toSql = (value: unknown, varying: Varying, variables: Map<string, string>): string => {
  const varied = varying.get(value);
  if (varied !== undefined) return varied;
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value) && value.some((one) => varying.has(one)))
    return `array[${value.map((one) => toSql(one, varying, variables)).join(', ')}]`;
  const text = textOf(value);
  // pgbench takes no variable without a value.
  if (text === '') return "''";
  variablesMade += 1;
  const name = `recorded_${variablesMade}`;
  variables.set(name, text);
  return `:${name}`;
};

/**
 * The statements with their recorded values.
 * @param sets the first lines of each transaction, such as `\set e random(1, 9)`
 */
export const scriptOf = (
  statements: readonly Statement[],
  varying: Varying = new Map(),
  sets: readonly string[] = [],
): Script => {
  const variables = new Map<string, string>();
  const lines = statements.map(({ text, values }) => {
    const names = values.map((value) => toSql(value, varying, variables));
    const filled = text.replace(/\$(\d+)/g, (_, number) => names[Number(number) - 1] as string);
    // On one line a comment would take the rest of the statement with it.
    return `${filled.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()};`;
  });
  return { text: `${[...sets, ...lines].join('\n')}\n`, variables };
};

const environmentFor = (connection: string): Record<string, string> => {
  const url = new URL(connection);
  return {
    PGHOST: decodeURIComponent(url.hostname),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
  };
};

const run = promisify(execFile);
const microseconds = 1_000;

/** The options of a pgbench run. */
interface PgbenchRun {
  readonly url: string;
  /** Drawn at random with equal weights. */
  readonly scripts: readonly Script[];
  readonly clients: number;
  readonly seconds: number;
  /** Done before each run. */
  readonly prepare?: () => Promise<void>;
}

/** Null when the machine has no pgbench. */
export const pgbenchLoad = (options: PgbenchRun): Load | null => {
  const program = findPgbench();
  if (program === null) return null;
  const run = async () => {
    await options.prepare?.();
    return runOnce(program, options);
  };
  return { what: `pgbench, ${options.clients} clients`, run };
};

const runOnce = async (
  program: string,
  { url, scripts, clients, seconds }: PgbenchRun,
): Promise<Measured> => {
  const folder = newFolder();
  const files = scripts.map((script, index) => {
    const file = join(folder, `script-${index}.sql`);
    writeFileSync(file, script.text);
    return ['-f', file];
  });
  const time = seconds >= 1 ? ['-T', String(Math.round(seconds))] : ['-t', '20'];
  const variables = scripts.flatMap((script) =>
    [...script.variables].flatMap(([name, text]) => ['-D', `${name}=${text}`]),
  );
  const { stdout } = await run(
    program,
    [...variables, '-n', '-M', 'prepared', '-c', String(clients), ...time, '-l', ...files.flat()],
    { cwd: folder, env: { PATH: process.env.PATH ?? '', ...environmentFor(url) }, maxBuffer: 1 << 26 },
  );
  const durations = readdirSync(folder)
    .filter((name) => name.startsWith('pgbench_log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((entry) => Number(entry.split(' ')[2]) / microseconds);
  return { ...measuredFrom(durations, 1), rate: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]) };
};
