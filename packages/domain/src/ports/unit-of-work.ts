import type { Stores } from './stores.ts';

/** What must hold together. Nothing is sent inside `run`. */
export interface UnitOfWork {
  /**
   * Runs `work` with stores of one transaction: all of its writes stay, or, when it rejects, none.
   * @param size `bulk` for work on thousands of rows, which may take long and must not hold others up
   */
  run<Result>(work: (stores: Stores) => Promise<Result>, size?: 'usual' | 'bulk'): Promise<Result>;
}
