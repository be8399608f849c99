import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../database.ts';
import { sharedCall } from './shared-call.ts';
import { snapshotText } from './snapshot-text.ts';

/**
 * The snapshot of the statement that it is part of, by name: two statements with the same one see the same rows, as it names
 * every transaction whose changes they see (PostgreSQL section 9.27.9). Null on a standby, whose snapshots do not name them all.
 * It says nothing inside a transaction, which sees its own changes.
 */
export const snapshotVersionText = `case when not pg_is_in_recovery() then ${snapshotText} end`;
export const snapshotVersion = sql.raw<string | null>(snapshotVersionText);
const statement = CompiledQuery.raw(`/* snapshot-version */ select ${snapshotVersionText} as version`);

/** Reads the version of now, not older than the call. */
export type CurrentVersion = () => Promise<string | null>;

/** Calls that wait share a statement. It is far cheaper than what shows that nothing has changed otherwise. */
export const currentVersion = (db: Database): CurrentVersion =>
  sharedCall(async () => {
    const { rows } = await db.executeQuery<{ version: string | null }>(statement);
    return rows[0]?.version ?? null;
  });
