import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { endsConnection, translateError } from './translate-error.ts';

/** How the connections of a pool behave. */
export interface PoolSettings {
  /** What it is called in reports; `writer` by default. */
  readonly name?: string;
  readonly url: string;
  /** How many connections at most; none is held without need. */
  readonly size: number;
  /** How long a statement may run in milliseconds; 0 is without end. */
  readonly statementTimeoutMs?: number;
  /** How long a new connection may take in milliseconds. */
  readonly connectWithinMs?: number;
  /**
   * Whether the server is a pooler that gives each transaction another connection: then no statement is prepared
   * and no setting sent. The server's own time limits are then to be set on the role.
   */
  readonly pooled?: boolean;
  /** Told in one line when the server drops an idle connection. Never told a statement or its values. */
  readonly log?: (message: string) => void;
}

/** How the connections of a pool stand at one moment. */
export interface PoolState {
  /** `writer`, or `replica-1` and so on. */
  readonly name: string;
  /** How many there may be at most. */
  readonly size: number;
  readonly total: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

/** A pool that tells how it stands. */
export interface ObservedPool extends PostgresPool {
  state(): PoolState;
}

const CONNECT_WITHIN_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_MS = 30_000;
/** The server's own limit should strike first; this one is for a server that no longer answers at all. */
const ANSWER_GRACE = 1.2;
const INT8 = 20;
/** Statements are many and short: starting workers or a compiler for one of them costs more than it ever gains. */
const sessionOptions = '-c jit=off -c max_parallel_workers_per_gather=0';

/** Counts come as numbers: no table here holds more rows than a double counts exactly. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

/** A statement that begins with such a comment is prepared under that name, once a connection. */
const named = /^\s*\/\* ([a-z-]+) \*\//;

/**
 * Connections as the query builder wants them. Those that broke are thrown away, and errors arrive as the
 * domain knows them.
 */
export const openPool = (settings: PoolSettings): ObservedPool => {
  const { url, name = 'writer', size, pooled = false, log = () => {} } = settings;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, connectWithinMs = CONNECT_WITHIN_MS } = settings;
  const pool = new pg.Pool({
    connectionString: url,
    min: 0,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    application_name: 'event-platform',
    ...(!pooled && { options: sessionOptions }),
    types,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs * ANSWER_GRACE }),
    ...(statementTimeoutMs > 0 &&
      !pooled && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
      }),
  });
  pool.on('error', (error) => log(`the database dropped an idle connection: ${error.message}`));
  // A connection that breaks while in use tells whoever waits for its answer; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));

  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    try {
      const client = await pool.connect();
      const known = clients.get(client) ?? wrap(client, !pooled);
      clients.set(client, known);
      return known;
    } catch (error) {
      throw translateError(error);
    }
  };
  return {
    connect,
    end: () => pool.end(),
    options: pool.options,
    state: () => ({
      name,
      size,
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
};

/**
 * A connection that broke leaves the pool at once: a transaction that can no longer be ended would never give it back.
 */
const wrap = (client: pg.PoolClient, prepares: boolean): PostgresPoolClient => {
  let broken = false;
  const query = async (text: string, values: readonly unknown[]) => {
    const name = prepares ? named.exec(text)?.[1] : undefined;
    try {
      return await client.query({ text, values: [...values], ...(name && { name }) });
    } catch (error) {
      if (!broken && endsConnection(error)) {
        broken = true;
        client.release(true);
      }
      throw translateError(error);
    }
  };
  const release = () => {
    if (!broken) client.release();
  };
  return { query, release } as unknown as PostgresPoolClient;
};
