import type { Idempotency, KeyedOutcome, KeyedResult } from '../../src/ports/requests/idempotency.ts';
import type { KeyedRequest } from '../../src/ports/requests/keyed-request.ts';
import type { MemoryTransactions } from '../memory-unit-of-work.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { storeResponse } from './memory-stored-responses.ts';

/** Undoes the work of a request that was not responded for good. */
class NotKept extends Error {
  readonly result: KeyedResult | null;

  constructor(result: KeyedResult | null) {
    super('not kept');
    this.result = result;
  }
}

/** Keyed requests one after the other; a hash whose work has begun is in progress until it ends. */
export const memoryIdempotency = (tables: Tables, transactions: MemoryTransactions): Idempotency => {
  const keysInProgress = new Set<string>();

  const row = (key: string, { contentHash }: KeyedRequest, at: Date): KeyedOutcome | null => {
    const row = tables.storedResponses.get(key);
    if (!row || row.until <= at) return null;
    if (row.contentHash !== contentHash) return { kind: 'key_reused' };
    return { kind: 'replayed', response: row.response };
  };

  const runFirst: Idempotency['run'] = async (request, at, work) => {
    try {
      return await transactions.run(async (unit, inside) => {
        const result = await work(unit);
        if (result.isRefusal || !storeResponse(inside, request, at, result.response))
          throw new NotKept(result.isRefusal ? result : null);
        return { kind: 'first', response: result.response };
      });
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      const { result } = error;
      if (!result || !storeResponse(tables, request, at, result.response)) return { kind: 'exhausted' };
      return { kind: 'first', response: result.response };
    }
  };

  return {
    run: async (request, at, work) => {
      const key = pairKey(request.callerId, request.requestHash);
      if (keysInProgress.has(key)) return { kind: 'in_progress' };
      const record = row(key, request, at);
      if (record) return record;
      keysInProgress.add(key);
      try {
        return await runFirst(request, at, work);
      } finally {
        keysInProgress.delete(key);
      }
    },
  };
};
