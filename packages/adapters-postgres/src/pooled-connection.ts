import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Circuit } from './circuit.ts';
import { endsConnection, isOutOfReach, translateError } from './translate-error.ts';

/** A statement that begins with such a comment is prepared under that name, once a connection. */
const named = /^\s*\/\* ([a-z-]+) \*\//;

/** How a connection of a pool is used. */
export interface PooledConnectionOptions {
  readonly circuit: Circuit;
  /** Whether named statements are prepared. */
  readonly prepares: boolean;
  /** How long to wait for an answer; 0 is for ever. */
  readonly answerMs: () => number;
}

/**
 * A connection that broke leaves the pool at once: a transaction that can no longer be ended would never give it back.
 */
export const pooledConnection = (
  client: pg.PoolClient,
  { circuit, prepares, answerMs }: PooledConnectionOptions,
): PostgresPoolClient => {
  let broken = false;
  const query = async (text: string, values: readonly unknown[]) => {
    const name = prepares ? named.exec(text)?.[1] : undefined;
    try {
      const statement = { text, values: [...values], ...(name && { name }), query_timeout: answerMs() };
      const result = await client.query(statement);
      circuit.answered();
      return result;
    } catch (error) {
      if (isOutOfReach(error)) circuit.missed();
      else circuit.answered();
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
