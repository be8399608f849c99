import { EmbeddedPostgresError } from '@event-platform/adapters-postgres/embedded-postgres';
import { DomainError } from '@event-platform/domain';
import { ConfigError } from './config/config-error.ts';
import { OperatorError } from './operator-error.ts';

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return codeOf(errors?.[0] ?? error.cause);
};

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up now',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its network',
  ENOENT: 'nothing listens there',
  '28P01': 'it refused the user name or the password',
  '28000': 'it refused the user',
  '3D000': 'there is no such database',
  '53300': 'it has no connection to spare',
  '57P03': 'it is starting up or shutting down',
};

/** `The database at host:port/name`, without user and password. */
const placeOf = (databaseUrl: string): string => {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url ? `The database at ${url.host}${url.pathname}` : 'The database of DATABASE_URL';
};

const reasonOf = (error: unknown): string => {
  const known = connectionFaults[codeOf(error) ?? ''];
  if (known) return known;
  // The adapter tells trouble that may pass by this problem, whatever its cause.
  if (error instanceof DomainError) return 'it does not answer, or has no connection to spare';
  return error instanceof Error ? error.message : String(error);
};

/**
 * The fault of a database that cannot be used, in one sentence without its password.
 * @param databaseUrl absent for the embedded one
 */
export const databaseFault = (error: unknown, databaseUrl?: string): OperatorError => {
  const place = databaseUrl === undefined ? 'The embedded database' : placeOf(databaseUrl);
  return new OperatorError(`${place} cannot be used: ${reasonOf(error)}.`, { cause: error });
};

/** The variables that name an address to listen on: `HOST` and `PORT` behind this. */
type AddressPrefix = '' | 'METRICS_';

const listenFaults: Readonly<Record<string, (host: string, port: number, of: AddressPrefix) => string>> = {
  EADDRINUSE: (host, port, of) =>
    `Port ${port} on ${host} is taken by another program: stop that one, or set ${of}PORT to another.`,
  EACCES: (_host, port, of) =>
    `Port ${port} needs rights that this user lacks: set ${of}PORT to one above 1023.`,
  EADDRNOTAVAIL: (host, _port, of) => `${host} is no address of this machine: set ${of}HOST to one that is.`,
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

/** A table is not there (SQLSTATE), or those of the mail queue are not, or of another version. */
const lacksTables = (error: unknown): boolean =>
  codeOf(error) === '42P01' ||
  (error instanceof Error && /^pg-boss (?:is not installed|database requires)/.test(error.message));

/** What to tell the person who started a program that gave up: sentences, never a stack or a secret. */
export const sentencesOf = (error: unknown): string => {
  if (error instanceof ConfigError)
    return `The configuration has ${error.faults.length === 1 ? 'a fault' : `${error.faults.length} faults`}:\n${error.faults.map((fault) => `  ${fault}`).join('\n')}`;
  if (error instanceof OperatorError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof DomainError && error.problem.code === 'unavailable')
    return 'The database does not answer, or has no connection to spare: try again.';
  if (lacksTables(error)) return 'The database lacks tables of this version: run npm run migrate.';
  const { path, syscall } = error as { path?: unknown; syscall?: unknown };
  const reason = folderFaults[codeOf(error) ?? ''];
  if (reason && typeof path === 'string' && typeof syscall === 'string')
    return `${path} cannot be written: ${reason}.`;
  return `The program gave up: ${error instanceof Error ? error.message : String(error)}`;
};
