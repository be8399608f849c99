import type { Stores, UnitOfWork } from '@event-platform/domain';
import { v7 as uuid } from 'uuid';
import type { Turns } from './connection/bulkhead.ts';
import type { Database } from './database.ts';
import { type Connections, postgresStores } from './postgres-stores.ts';

/**
 * One transaction a unit of work, at the isolation level READ COMMITTED; its stores all use its connection.
 * It is the query builder's transaction and not the mapper's: that one never gives a connection back which broke
 * before it could commit or roll back.
 */
export const postgresUnitOfWork = ({
  pool,
  bulk,
  mailQueue,
  turns,
}: Pick<Connections, 'pool' | 'mailQueue' | 'turns'> & { readonly bulk: Database }): UnitOfWork => {
  const runOn = <Result>(connections: Database, work: (stores: Stores) => Promise<Result>) =>
    connections.transaction().execute((db) => work(postgresStores({ db, pool, mailQueue, turns: atOnce })));
  return {
    run: (work, size = 'usual') =>
      size === 'bulk' ? runOn(bulk, work) : turns(uuid(), () => runOn(pool, work)),
  };
};

/** Inside a transaction the turn has come already. */
const atOnce: Turns = (_key, work) => work();
