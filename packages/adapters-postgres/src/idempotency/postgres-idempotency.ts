import type { Idempotency, KeyedOutcome, KeyedRequest, KeyedUnit } from '@event-platform/domain';
import { v7 as uuid } from 'uuid';
import { noBulkhead } from '../connection/bulkhead.ts';
import type { Database } from '../database.ts';
import { type Connections, transactionStores } from '../postgres-stores.ts';
import { nestedUnitOfWork } from '../postgres-unit-of-work.ts';
import { type Claim, claimRequest, storeResponse } from './stored-response-statements.ts';

/** Rolls the transaction of a request back whose effect must not remain. */
class RolledBack extends Error {
  /** The response of work that refused. */
  readonly refusal: string | null;
  readonly reason: 'refused' | 'known' | 'exhausted';

  constructor(reason: RolledBack['reason'], refusal: string | null = null) {
    super(reason);
    this.name = 'RolledBack';
    this.reason = reason;
    this.refusal = refusal;
  }
}

const outcomeOf = (claim: Claim, { contentHash }: KeyedRequest): KeyedOutcome | null => {
  if (claim.response !== null)
    return claim.content_hash === contentHash
      ? { kind: 'replayed', response: claim.response }
      : { kind: 'key_reused' };
  return claim.is_free ? null : { kind: 'in_progress' };
};

/**
 * One transaction a request: it locks the request, runs the work on its own connection, and commits the response with
 * what the work wrote (ADR 0029). An advisory lock and not a row says that a request is in progress, so that nothing
 * remains of a process that was killed. A refusal is kept by a statement of its own, after the rollback: a savepoint
 * would cost every request that succeeds two round trips.
 */
export const postgresIdempotency = ({
  pool,
  bulk,
  phoneHashes,
  bulkhead,
}: Pick<Connections, 'pool' | 'phoneHashes' | 'bulkhead'> & {
  readonly bulk: Database;
}): Idempotency => {
  const unitOn = (db: Database): KeyedUnit => {
    const connections: Connections = { db, pool, phoneHashes, bulkhead: noBulkhead };
    return { stores: transactionStores(connections), unitOfWork: nestedUnitOfWork(connections) };
  };

  /** What was kept for a request meanwhile; a key that expired in this very moment may be sent again. */
  const find = async (request: KeyedRequest, at: Date): Promise<KeyedOutcome> =>
    outcomeOf(await claimRequest(pool, request, at), request) ?? { kind: 'in_progress' };

  const storeRefusal = async (request: KeyedRequest, at: Date, response: string): Promise<KeyedOutcome> => {
    const outcome = await storeResponse(pool, request, at, response);
    if (outcome === 'exhausted') return { kind: 'exhausted' };
    return outcome === 'kept' ? { kind: 'first', response } : find(request, at);
  };

  const runOn = async (
    connections: Database,
    [request, at, work]: Parameters<Idempotency['run']>,
  ): Promise<KeyedOutcome> => {
    try {
      return await connections.transaction().execute(async (db) => {
        const earlier = outcomeOf(await claimRequest(db, request, at), request);
        if (earlier) return earlier;
        const { response, isRefusal } = await work(unitOn(db));
        if (isRefusal) throw new RolledBack('refused', response);
        const outcome = await storeResponse(db, request, at, response);
        if (outcome !== 'kept') throw new RolledBack(outcome);
        return { kind: 'first', response };
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      if (error.refusal !== null) return storeRefusal(request, at, error.refusal);
      return error.reason === 'exhausted' ? { kind: 'exhausted' } : find(request, at);
    }
  };

  return {
    run: (...args) => (args[3] === 'bulk' ? runOn(bulk, args) : bulkhead(uuid(), () => runOn(pool, args))),
  };
};
