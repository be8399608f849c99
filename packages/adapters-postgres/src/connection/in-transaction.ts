import type { Database } from '../database.ts';

/** Runs several statements in one transaction: the one under way, or one of their own. */
export const inTransaction = <Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work));
