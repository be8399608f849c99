import type { Stores } from './stores.ts';

/** Runs work in one transaction. No message is sent inside `run`. */
export interface UnitOfWork {
  /**
   * Runs `work` with stores of one transaction; when it rejects, none of its writes remain.
   * @param size `bulk` for work on thousands of rows, which may take long and must not block other work
   */
  run<Result>(work: (stores: Stores) => Promise<Result>, size?: 'usual' | 'bulk'): Promise<Result>;
}
