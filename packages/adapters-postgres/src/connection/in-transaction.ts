import type { Database } from '../database.ts';

/** Runs several statements in one transaction: the open one of `db`, or else a new one. */
export const inTransaction = <Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work));
