import type { KeyedUnit } from '../src/ports/requests/idempotency.ts';
import type { Stores } from '../src/ports/stores.ts';
import type { UnitOfWork } from '../src/ports/unit-of-work.ts';
import { memoryListings } from './events/memory-listings.ts';
import { memoryStores } from './memory-stores.ts';
import { journaledTables, type Tables } from './tables.ts';

type Method = (...args: unknown[]) => Promise<unknown>;

/** Transactions over the tables, one after the other. */
export interface MemoryTransactions {
  /** Runs `work`; when it rejects, none of its writes remain. The units of work inside it can be undone alone. */
  run<Result>(work: (unit: KeyedUnit, inside: Tables) => Promise<Result>): Promise<Result>;
}

/** Runs works one after the other. */
const sequence = () => {
  let last: Promise<unknown> = Promise.resolve();
  let queueLength = 0;
  return {
    add: <Result>(work: () => Promise<Result>): Promise<Result> => {
      queueLength += 1;
      const turn = last.then(work).finally(() => {
        queueLength -= 1;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    /** Resolves when nothing runs. */
    idle: async () => {
      while (queueLength > 0) await last;
    },
  };
};

const atomically = async <Result>(
  tables: Tables,
  work: (inside: Tables) => Promise<Result>,
): Promise<Result> => {
  const undo: (() => void)[] = [];
  try {
    return await work(journaledTables(tables, undo));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
};

/**
 * Units of work over the tables, one after the other, and stores for use outside of them, whose calls wait
 * while one runs: no reader sees writes that may still be rolled back.
 */
export const memoryUnitOfWork = (
  tables: Tables,
): {
  readonly unitOfWork: UnitOfWork;
  readonly stores: Stores;
  readonly transactions: MemoryTransactions;
} => {
  const listings = memoryListings(tables);
  const direct = memoryStores(tables, listings);
  const turns = sequence();
  const { signIns } = direct; // commits by itself, as the port says
  const storesOn = (inside: Tables): Stores => ({ ...memoryStores(inside, listings), signIns });

  const nestedUnits = (inside: Tables): UnitOfWork => {
    const innerTurns = sequence();
    return {
      run: (work) => innerTurns.add(() => atomically(inside, (innerTables) => work(storesOn(innerTables)))),
    };
  };

  const inTurn = <Store extends object>(store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        async (...args: unknown[]) => {
          await turns.idle();
          return (method as Method)(...args);
        },
      ]),
    ) as Store;

  const stores = Object.fromEntries(
    Object.entries(direct).map(([name, store]) => [name, name === 'signIns' ? store : inTurn(store)]),
  ) as unknown as Stores;
  return {
    stores,
    unitOfWork: { run: (work) => turns.add(() => atomically(tables, (inside) => work(storesOn(inside)))) },
    transactions: {
      run: (work) =>
        turns.add(() =>
          atomically(tables, (inside) =>
            work(
              {
                stores: storesOn(inside),
                unitOfWork: nestedUnits(inside),
                lastingQuotas: direct.quotas,
              },
              inside,
            ),
          ),
        ),
    },
  };
};
