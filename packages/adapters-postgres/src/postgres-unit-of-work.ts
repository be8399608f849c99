import type { Stores, UnitOfWork } from '@event-platform/domain';
import { v7 as uuid } from 'uuid';
import type { Bulkhead } from './connection/bulkhead.ts';
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
  mailQueue,
  bulkhead,
}: Pick<Connections, 'pool' | 'mailQueue' | 'bulkhead'> & { readonly bulk: Database }): UnitOfWork => {
  const runOn = <Result>(connections: Database, work: (stores: Stores) => Promise<Result>) =>
    connections
      .transaction()
      .execute((db) => work(transactionStores({ db, pool, mailQueue, bulkhead: noBulkhead })));
  return {
    run: (work, size = 'usual') =>
      size === 'bulk' ? runOn(bulk, work) : bulkhead(uuid(), () => runOn(pool, work)),
  };
};

/** Inside a transaction the bulkhead is already held. */
const noBulkhead: Bulkhead = (_key, work) => work();
