import type { UnitOfWork } from '@event-platform/domain';
import { type Connections, postgresStores } from './postgres-stores.ts';

/**
 * One transaction a unit of work, at the isolation level READ COMMITTED; its stores all use its connection.
 * It is the query builder's transaction and not the mapper's: that one never gives a connection back which broke
 * before it could commit or roll back.
 */
export const postgresUnitOfWork = ({
  pool,
  mailQueue,
}: Pick<Connections, 'pool' | 'mailQueue'>): UnitOfWork => ({
  run: (work) => pool.transaction().execute((db) => work(postgresStores({ db, pool, mailQueue }))),
});
