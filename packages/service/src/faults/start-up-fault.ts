import {
  connectionFault,
  errorInWords,
  PrereleaseDatabase,
  UnsuitableDatabase,
} from '@event-platform/adapters-postgres/connection-fault';
import { EmbeddedPostgresError } from '@event-platform/adapters-postgres/embedded-postgres';
import { DomainError } from '@event-platform/domain';
import { ConfigError } from './config-error.ts';
import { OperatorError } from './operator-error.ts';

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return codeOf(errors?.[0] ?? error.cause);
};

/** `host:port/name` of a URL, without user and password; empty when the URL is invalid. */
const placeOf = (databaseUrl: string): string => {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url ? `${url.host}${url.pathname}`.replaceAll(/%2F/gi, '/') : '';
};

/** The variable that a database URL comes from. */
export interface UrlSource {
  readonly variable: string;
  readonly url: string;
}

const sentenceOf = (error: unknown, source: UrlSource): string => {
  if (error instanceof UnsuitableDatabase) return `${source.variable}: ${error.message}`;
  const fault = connectionFault(error);
  const place = placeOf(source.url);
  const what = fault?.what ?? `the database cannot be used, for ${errorInWords(error)}`;
  return `${source.variable}: ${what}${place && ` (${place})`}${fault?.remedy ? `; ${fault.remedy}` : ''}`;
};

/** The fault of a database that cannot be used, in one sentence without its password. */
export const databaseFault = (error: unknown, source: UrlSource): OperatorError => {
  const sentence = sentenceOf(error, source);
  return new OperatorError(sentence.endsWith(';') ? sentence : `${sentence}.`, { cause: error });
};

/** The fault of an embedded database that cannot be used. */
export const embeddedFault = (error: unknown, folder: string): OperatorError => {
  if (error instanceof PrereleaseDatabase)
    return new OperatorError(
      `The database in ${folder} was made by a version before 0.1.0, and no migration leads from there: delete that folder to start afresh, without its events and accounts.`,
      { cause: error },
    );
  const what =
    error instanceof UnsuitableDatabase
      ? error.message
      : (connectionFault(error)?.what ?? errorInWords(error));
  return new OperatorError(`The embedded database cannot be used: ${what}.`, { cause: error });
};

/** Whether an error is a fault of the database's settings or of the connection, rather than of the software. */
export const isDatabaseFault = (error: unknown): boolean =>
  error instanceof UnsuitableDatabase || error instanceof DomainError || isRefused(error);

/** The server refuses the user or the database name (SQLSTATE). */
const isRefused = (error: unknown): boolean => /^(?:28...|3D000)$/.test(codeOf(error) ?? '');

/** The prefix of the `HOST` and `PORT` variables that name an address to listen on. */
type AddressPrefix = '' | 'METRICS_';

const listenFaults: Readonly<Record<string, (host: string, port: number, of: AddressPrefix) => string>> = {
  EADDRINUSE: (host, port, of) =>
    `Port ${port} on ${host} is taken by another program: stop that one, or set ${of}PORT to another.`,
  EACCES: (_host, port, of) =>
    `Port ${port} needs privileges that this user lacks: set ${of}PORT to one above 1023.`,
  EADDRNOTAVAIL: (host, _port, of) =>
    `${host} is not an address of this machine: set ${of}HOST to one that is.`,
  ENOTFOUND: (host, _port, of) =>
    `The host name ${host} is unknown: set ${of}HOST to an address of this machine.`,
  EAI_AGAIN: (host, _port, of) =>
    `The host name ${host} cannot be looked up: set ${of}HOST to an address of this machine.`,
};

/** The fault of an address that cannot be listened on; other errors pass through. */
export const listenFault = (host: string, port: number, error: unknown, of: AddressPrefix = ''): unknown => {
  const sentence = listenFaults[codeOf(error) ?? ''];
  return sentence ? new OperatorError(sentence(host, port, of), { cause: error }) : error;
};

const folderFaults: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'there is a file in its place',
};

/** A table is missing (SQLSTATE). */
const lacksTables = (error: unknown): boolean => codeOf(error) === '42P01';

/** A build has no scripts. */
const migrateCommand = import.meta.filename.endsWith('.ts')
  ? 'npm run migrate'
  : 'node packages/service/dist/src/migrate.js';

const configurationFaults = (faults: readonly string[]): string => {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  const lines = faults.map((fault) => `  ${fault}`);
  return [`The configuration has ${count}:`, ...lines, '.env.example lists every setting.'].join('\n');
};

const unavailableSentence = (error: DomainError): string => {
  const fault = connectionFault(error.cause);
  if (!fault) return 'The database does not respond, or has no free connection: try again.';
  return `The database cannot do that, for ${fault.what}: ${fault.remedy ?? 'try again'}.`;
};

/** The error message of a program that stops: sentences, never a stack or a secret. */
export const sentencesOf = (error: unknown): string => {
  if (error instanceof ConfigError) return configurationFaults(error.faults);
  if (error instanceof OperatorError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof DomainError && error.problem.code === 'unavailable') return unavailableSentence(error);
  if (lacksTables(error)) return `The database lacks tables of this version: run ${migrateCommand}.`;
  const { path, syscall } = error as { path?: unknown; syscall?: unknown };
  const reason = folderFaults[codeOf(error) ?? ''];
  if (reason && typeof path === 'string' && typeof syscall === 'string')
    return `${path} cannot be written: ${reason}.`;
  return `The program stopped: ${error instanceof Error ? error.message : String(error)}`;
};
