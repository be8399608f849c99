import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Circuit } from './circuit-breaker.ts';
import { endsConnection, isDiskFullError, isOutOfReach, translateError } from './translate-error.ts';

/** A statement that begins with such a comment is prepared under that name, once a connection. */
const namePattern = /^\s*\/\* ([a-z-]+) \*\//;

/** How a connection of a pool is used. */
export interface PooledConnectionOptions {
  readonly circuit: Circuit;
  /** Whether named statements are prepared. */
  readonly prepares: boolean;
  /** How long to wait for a response, in milliseconds; 0 is without end. */
  readonly responseMs: () => number;
  /** Called for each statement that the server had no room for. */
  readonly onDiskFull: () => void;
}

const noResponse = (): Error =>
  Object.assign(new Error('The database did not respond in time'), { code: 'ETIMEDOUT' });

/**
 * Queries with a callback and a timeout of its own: with the driver's promises and its `query_timeout` every result
 * survives until the next full garbage collection, which costs a fifth of the time.
 * @param withinMs 0 is without end
 */
const ask = (client: pg.PoolClient, statement: pg.QueryConfig, withinMs: number): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const timer = withinMs > 0 ? setTimeout(() => reject(noResponse()), withinMs) : undefined;
    client.query(statement, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
  });

/**
 * A connection that broke leaves the pool at once: a transaction that can no longer be ended would never give it back.
 */
export const pooledConnection = (
  client: pg.PoolClient,
  { circuit, prepares, responseMs, onDiskFull }: PooledConnectionOptions,
): PostgresPoolClient => {
  let isBroken = false;
  const query = async (text: string, values: readonly unknown[]) => {
    const name = prepares ? namePattern.exec(text)?.[1] : undefined;
    try {
      const result = await ask(client, { text, values: [...values], ...(name && { name }) }, responseMs());
      circuit.recordSuccess();
      return result;
    } catch (error) {
      // The driver's stack trace ends at its socket; this one includes the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (isOutOfReach(error)) circuit.recordFailure();
      else circuit.recordSuccess();
      if (!isBroken && endsConnection(error)) {
        isBroken = true;
        client.release(true);
      }
      if (isDiskFullError(error)) onDiskFull();
      throw translateError(error);
    }
  };
  const release = () => {
    if (!isBroken) client.release();
  };
  return { query, release } as unknown as PostgresPoolClient;
};
