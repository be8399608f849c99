import { signInMemory } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Forgets budgets, windows and sign-in records that no longer count for anything. */
export const sweep = async (db: Database, at: Date): Promise<void> => {
  await sql`delete from allowance where until <= ${at}`.execute(db);
  await sql`delete from call_window where until <= ${at}`.execute(db);
  const forgotten = new Date(at.getTime() - signInMemory);
  await sql`delete from sign_in where updated_at < ${forgotten}`.execute(db);
};
