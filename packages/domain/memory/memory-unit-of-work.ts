import type { Stores } from '../src/ports/stores.ts';
import type { UnitOfWork } from '../src/ports/unit-of-work.ts';
import { memoryStores } from './memory-stores.ts';
import { journaledTables, type Tables } from './tables.ts';

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Units of work over the tables, one after the other, and stores for use outside of them, whose calls wait
 * while one runs: no reader sees writes that may still be rolled back.
 */
export const memoryUnitOfWork = (
  tables: Tables,
): { readonly unitOfWork: UnitOfWork; readonly stores: Stores } => {
  const direct = memoryStores(tables);
  let running: Promise<unknown> = Promise.resolve();
  let queued = 0;

  const run = async <Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> => {
    const undo: (() => void)[] = [];
    const { signIns } = direct; // commits by itself, as the port says
    try {
      return await work({ ...memoryStores(journaledTables(tables, undo)), signIns });
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  };

  const inTurn = <Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> => {
    queued += 1;
    const turn = running
      .then(() => run(work))
      .finally(() => {
        queued -= 1;
      });
    running = turn.catch(() => undefined);
    return turn;
  };

  const waiting = <Store extends object>(store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        async (...args: unknown[]) => {
          while (queued > 0) await running;
          return (method as Method)(...args);
        },
      ]),
    ) as Store;

  const stores = Object.fromEntries(
    Object.entries(direct).map(([name, store]) => [name, name === 'signIns' ? store : waiting(store)]),
  ) as unknown as Stores;
  return { unitOfWork: { run: inTurn }, stores };
};
