import { DomainError } from '@event-platform/domain';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { openCircuit } from './circuit-breaker.ts';
import { errorInWords } from './connection-fault.ts';
import { pooledConnection } from './pooled-connection.ts';
import { interactiveTimeouts, type Timeouts } from './timeouts.ts';
import { translateError } from './translate-error.ts';

/**
 * What stands between the service and the server and gives each transaction another connection. Through either no
 * setting is sent: the server's own time limits are then to be set on the role. Through `transaction` no statement is
 * prepared; `transaction-prepared` makes a statement known on each connection that it is sent to.
 */
export type Pooler = 'none' | 'transaction' | 'transaction-prepared';

/** How the connections of a pool behave. */
export interface PoolSettings {
  /** What it is called in reports; `writer` by default. */
  readonly name?: string;
  readonly url: string;
  /** How many connections at most; none is held without need. */
  readonly size: number;
  /** `interactiveTimeouts` by default. */
  readonly timeouts?: Timeouts;
  /** `none` by default. */
  readonly pooler?: Pooler;
  /** For standbys, which take no writes. Otherwise a server that has become one counts as out of reach. */
  readonly isReadOnly?: boolean;
  /** Told in one line when the server drops an idle connection. Never told a statement or its values. */
  readonly log?: (message: string) => void;
  /** Called for each statement that the server had no room for. */
  readonly onDiskFull?: () => void;
}

/** The connections of a pool at one moment. */
export interface PoolState {
  /** `writer`, `bulk`, or `replica-1` and so on. */
  readonly name: string;
  /** Connections at most. */
  readonly size: number;
  readonly total: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

/** Five minutes: a new connection has to plan each prepared statement again. */
const IDLE_MS = 300_000;
/** A process that still loads its modules handles network events late. */
const START_CONNECT_MS = 10_000;
const START_RESPONSE_MS = 30_000;
/** The server's own limit applies first; this one is for a server that no longer answers at all. */
const RESPONSE_GRACE_MS = 300;
const PROBE_WITHIN_MS = 1_000;
/** Callers that may wait for each connection; later ones would time out. */
const WAITING_PER_CONNECTION = 50;
const INT8 = 20;
/** Statements are many and short: starting workers or a compiler for one of them costs more than it ever gains. */
const sessionOptions = '-c jit=off -c max_parallel_workers_per_gather=0';

/** Counts come as numbers: no table here holds more rows than a double counts exactly. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

/** Connections, with longer timeouts while the process starts. */
export interface ConnectionPool extends PostgresPool {
  /** From now on the pool's own timeouts apply. */
  useSteadyStateTimeouts(): void;
  /** Its current state. */
  state(): PoolState;
}

/**
 * A pool for the query builder. Broken connections are removed, and errors are translated to the domain's.
 */
export const openPool = (settings: PoolSettings): ConnectionPool => {
  const {
    url,
    name = 'writer',
    size,
    timeouts = interactiveTimeouts,
    pooler = 'none',
    isReadOnly = false,
    log = () => {},
    onDiskFull = () => {},
  } = settings;
  const { connectMs, lockMs, statementMs } = timeouts;
  const isDirect = pooler === 'none';
  const pool = new pg.Pool({
    connectionString: url,
    min: 0,
    max: size,
    connectionTimeoutMillis: START_CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    application_name: 'event-platform',
    ...(isDirect && { options: `${sessionOptions} -c lock_timeout=${lockMs}` }),
    types,
    ...(statementMs > 0 &&
      isDirect && {
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: statementMs,
      }),
  });
  pool.on('error', (error) => log(`the database dropped an idle connection: ${errorInWords(error)}`));
  // A connection that breaks while in use rejects its query; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));

  const circuit = openCircuit(() => probe(pool, isReadOnly));
  let responseMs = statementMs > 0 ? Math.max(START_RESPONSE_MS, statementMs + RESPONSE_GRACE_MS) : 0;
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    if (circuit.isOpen) throw unavailable('the database is out of reach');
    if (pool.waitingCount >= size * WAITING_PER_CONNECTION)
      throw unavailable('too many requests wait for a connection to the database');
    const successesBefore = circuit.successes;
    try {
      const client = await pool.connect();
      const connection =
        clients.get(client) ??
        pooledConnection(client, {
          circuit,
          prepares: pooler !== 'transaction',
          responseMs: () => responseMs,
          onDiskFull,
        });
      clients.set(client, connection);
      return connection;
    } catch (error) {
      const translatedError = translateError(error);
      // No connection to be had: all are busy, unless the server responded to nothing at all meanwhile.
      if (translatedError !== error && circuit.successes === successesBefore) circuit.recordFailure();
      throw translatedError;
    }
  };
  const end = () => {
    circuit.stop();
    return pool.end();
  };
  const useSteadyStateTimeouts = () => {
    // The pool looks it up for each connection.
    pool.options.connectionTimeoutMillis = connectMs;
    if (statementMs > 0) responseMs = statementMs + RESPONSE_GRACE_MS;
  };
  const state = () => ({
    name,
    size,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { connect, end, useSteadyStateTimeouts, state, options: pool.options };
};

const unavailable = (cause: string) =>
  new DomainError({ code: 'unavailable', retryAfterSeconds: 5 }, { cause });

/** Whether one connection can be had and used, for writes unless `isReadOnly`. */
const probe = async (pool: pg.Pool, isReadOnly: boolean): Promise<void> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ takesWrites: boolean }>({
      text: 'select not pg_is_in_recovery() as "takesWrites"',
      query_timeout: PROBE_WITHIN_MS,
    } as pg.QueryConfig);
    if (!isReadOnly && !rows[0]?.takesWrites) throw unavailable('the server takes no writes');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
};
