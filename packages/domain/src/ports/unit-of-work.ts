import type { Stores } from './stores.ts';

/** What must hold together. Nothing is sent inside `run`. */
export interface UnitOfWork {
  /** Runs `work` with stores of one transaction: all of its writes stay, or, when it rejects, none. */
  run<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
