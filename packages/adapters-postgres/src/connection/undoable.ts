import { sql } from 'kysely';
import type { Database } from '../database.ts';

class UndoError extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('undone');
    this.result = result;
  }
}

/** Ends the work with a result, and undoes what it wrote. */
type Undo = (result: unknown) => never;

/**
 * Runs several statements in one transaction: a savepoint of the open one of `db`, or else a new one. `undo` ends the work with
 * its result, and nothing that it wrote remains.
 */
export const undoable = async <Result>(
  db: Database,
  work: (db: Database, undo: (result: Result) => never) => Promise<Result>,
): Promise<Result> => {
  const undo: Undo = (result) => {
    throw new UndoError(result);
  };
  try {
    if (!db.isTransaction) return await db.transaction().execute((inside) => work(inside, undo));
    await sql`savepoint undoable`.execute(db);
    return await work(db, undo);
  } catch (error) {
    if (!(error instanceof UndoError)) throw error;
    if (db.isTransaction) await sql`rollback to savepoint undoable`.execute(db);
    return error.result as Result;
  }
};
