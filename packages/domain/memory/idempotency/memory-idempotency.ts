import type { Idempotency, KeyedOutcome, KeyedResult } from '../../src/ports/idempotency.ts';
import type { KeyedRequest } from '../../src/ports/keyed-request.ts';
import type { MemoryTransactions } from '../memory-unit-of-work.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { keepAnswer } from './memory-kept-answers.ts';

/** Undoes the work of a request that was not answered for good. */
class NotKept extends Error {
  readonly result: KeyedResult | null;

  constructor(result: KeyedResult | null) {
    super('not kept');
    this.result = result;
  }
}

/** Keyed requests one after the other; a hash whose work has begun is in progress until it ends. */
export const memoryIdempotency = (tables: Tables, transactions: MemoryTransactions): Idempotency => {
  const running = new Set<string>();

  const known = (key: string, { contentHash }: KeyedRequest, at: Date): KeyedOutcome | null => {
    const kept = tables.keptAnswers.get(key);
    if (!kept || kept.until <= at) return null;
    if (kept.contentHash !== contentHash) return { kind: 'key_reused' };
    return { kind: 'replayed', answer: kept.answer };
  };

  const runFirst: Idempotency['run'] = async (request, at, work) => {
    try {
      return await transactions.run(async (unit, inside) => {
        const result = await work(unit);
        if (result.isRefusal || !keepAnswer(inside, request, at, result.answer))
          throw new NotKept(result.isRefusal ? result : null);
        return { kind: 'first', answer: result.answer };
      });
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      const { result } = error;
      if (!result || !keepAnswer(tables, request, at, result.answer)) return { kind: 'exhausted' };
      return { kind: 'first', answer: result.answer };
    }
  };

  return {
    run: async (request, at, work) => {
      const key = pairKey(request.callerId, request.requestHash);
      if (running.has(key)) return { kind: 'in_progress' };
      const found = known(key, request, at);
      if (found) return found;
      running.add(key);
      try {
        return await runFirst(request, at, work);
      } finally {
        running.delete(key);
      }
    },
  };
};
