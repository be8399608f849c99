import { DomainError } from '@event-platform/domain';

/** The server responds, but the service cannot work with it; the message completes a sentence for the operator. */
export class UnsuitableDatabase extends Error {
  override readonly name: string = 'UnsuitableDatabase';
}

/** The tables are those of a version before the first release, from which no migration leads. */
export class PrereleaseDatabase extends UnsuitableDatabase {
  override readonly name = 'PrereleaseDatabase';

  constructor(database: string) {
    super(
      `the database ${database} was made by a version before 0.1.0, and no migration leads from there; make an empty one with createdb and name it here`,
    );
  }
}

/** Why a database cannot be used, and what the operator can do about it. Both complete a sentence. */
export interface ConnectionFault {
  readonly what: string;
  readonly remedy?: string;
}

const certificate: ConnectionFault = {
  what: 'the certificate of the server is not trusted',
  remedy: 'name its authority with NODE_EXTRA_CA_CERTS',
};

const unreachable: ConnectionFault = {
  what: 'there is no route to the host',
  remedy: 'correct the host, or the network between',
};

/** By the code of the system (errno), of Node, or of PostgreSQL (SQLSTATE, appendix A). */
const faults: Readonly<Record<string, ConnectionFault>> = {
  ECONNREFUSED: {
    what: 'nothing listens on that host and port',
    remedy: 'start PostgreSQL there, or correct them',
  },
  ENOENT: { what: 'there is no socket in that folder', remedy: 'start PostgreSQL, or correct the folder' },
  EACCES: { what: 'the socket may not be opened by this user' },
  ECONNRESET: { what: 'the connection was closed' },
  EPIPE: { what: 'the connection was closed' },
  ENOTFOUND: { what: 'the host name is unknown', remedy: 'correct it' },
  EAI_AGAIN: {
    what: 'the host name cannot be looked up',
    remedy: 'see that this machine reaches its name server',
  },
  ETIMEDOUT: {
    what: 'the server does not respond in time',
    remedy: 'see that host and port are right and that no firewall is between',
  },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: { what: 'the certificate of the server is for another host name' },
  '28P01': {
    what: 'the user name or the password is wrong',
    remedy: 'correct it, and write @ # / ? % in a password as %40 %23 %2F %3F %25',
  },
  '28000': {
    what: 'the server refuses this user from this address',
    remedy: 'see its pg_hba.conf; where that asks for TLS, add ?sslmode=require',
  },
  '3D000': { what: 'the database does not exist', remedy: 'make it with createdb, or correct its name' },
  '25006': { what: 'the server takes no writes', remedy: 'name the writer, not a standby' },
  '42501': { what: 'the role lacks a privilege' },
  '53100': { what: 'the disk of the server is full', remedy: 'make room on it, then try again' },
  '53300': {
    what: 'the server has no connection to spare',
    remedy: 'raise its max_connections, or end other clients',
  },
  '57P01': { what: 'the server ended the connection' },
  '57P02': { what: 'the server recovers from a crash' },
  '57P03': { what: 'the server starts up or shuts down', remedy: 'try again' },
  '57014': { what: 'a statement took too long' },
  '55P03': { what: 'a row stayed locked by another transaction for too long' },
  '40P01': { what: 'a deadlock was ended by the server' },
  '40001': { what: 'another transaction changed the same rows' },
  '25P03': { what: 'the server ended a transaction that did nothing for too long' },
  '53200': { what: 'the server is out of memory' },
  '42P01': { what: 'a table is missing', remedy: 'run npm run migrate' },
};

/** By the messages of the driver that come without a code. */
const messages: readonly (readonly [RegExp, ConnectionFault])[] = [
  [/client password must be/, { what: 'the server asks for a password', remedy: 'put one into the URL' }],
  [/does not support SSL/, { what: 'the server does not offer TLS', remedy: 'remove sslmode from the URL' }],
  [/^timeout exceeded/, { what: 'no connection to the database became free in time' }],
  [
    /^(?:timeout expired|Query read timeout|Connection terminated due to connection timeout)/,
    faults.ETIMEDOUT as ConnectionFault,
  ],
  [/^(?:Connection terminated|Client )/, { what: 'the connection was lost' }],
];

/** Levels of causes and of the errors of an `AggregateError` that are searched. */
const maxDepth = 4;

/** The fault behind an error, its causes, or the first known of several; undefined for an unknown one. */
export const connectionFault = (error: unknown, depth = 0): ConnectionFault | undefined => {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return undefined;
  const { code, message, errors, cause } = error as Readonly<Record<string, unknown>>;
  const fault = typeof code === 'string' ? faults[code] : undefined;
  if (fault) return fault;
  const messageText = typeof message === 'string' ? message : '';
  const ownMessage = messages.find(([pattern]) => pattern.test(messageText))?.[1];
  if (ownMessage) return ownMessage;
  for (const inner of [...(Array.isArray(errors) ? errors : []), cause]) {
    const cause = connectionFault(inner, depth + 1);
    if (cause) return cause;
  }
  return undefined;
};

/**
 * The error in words for the log; a refusal of our own says why itself. Of an unknown error only its name and code are
 * given: its message may quote a value.
 */
export const errorInWords = (error: unknown): string => {
  const fault = connectionFault(error);
  if (fault) return fault.what;
  if (error instanceof DomainError && typeof error.cause === 'string') return error.cause;
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  const kind = typeof name === 'string' && name !== '' ? name : 'an error without a name';
  return typeof code === 'string' && code !== '' ? `${kind} (${code})` : kind;
};
