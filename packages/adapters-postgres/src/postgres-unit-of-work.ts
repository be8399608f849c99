import type { Stores, UnitOfWork } from '@event-platform/domain';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { noBulkhead } from './connection/bulkhead.ts';
import type { Database } from './database.ts';
import { type Connections, transactionStores } from './postgres-stores.ts';

/**
 * One transaction a unit of work, at the isolation level READ COMMITTED; its stores all use its connection.
 * It is the query builder's transaction and not the mapper's: that one never gives a connection back which broke
 * before it could commit or roll back.
 */
export const postgresUnitOfWork = ({
  pool,
  bulk,
  phoneHashes,
  bulkhead,
}: Pick<Connections, 'pool' | 'phoneHashes' | 'bulkhead'> & {
  readonly bulk: Database;
}): UnitOfWork => {
  const runOn = <Result>(connections: Database, work: (stores: Stores) => Promise<Result>) =>
    connections
      .transaction()
      .execute((db) => work(transactionStores({ db, pool, phoneHashes, bulkhead: noBulkhead })));
  return {
    run: (work, size = 'usual') =>
      size === 'bulk' ? runOn(bulk, work) : bulkhead(uuid(), () => runOn(pool, work)),
  };
};

/** Units of work inside a transaction: savepoints, one after the other. Their size is that of the transaction. */
export const nestedUnitOfWork = (connections: Connections): UnitOfWork => {
  const { db } = connections;
  let last: Promise<unknown> = Promise.resolve();
  const inSavepoint = async <Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> => {
    await sql`savepoint unit`.execute(db);
    try {
      const result = await work(transactionStores(connections));
      await sql`release savepoint unit`.execute(db);
      return result;
    } catch (error) {
      await sql`rollback to savepoint unit`.execute(db);
      throw error;
    }
  };
  return {
    run: (work) => {
      const turn = last.then(() => inSavepoint(work));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
};
