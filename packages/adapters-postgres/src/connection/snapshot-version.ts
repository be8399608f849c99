import DataLoader from 'dataloader';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../database.ts';
import { batchGate } from './batch-gate.ts';
import { snapshotText } from './snapshot-text.ts';

/**
 * The snapshot of the statement that it is part of, by name: two statements with the same one see the same rows, as it names
 * every transaction whose changes they see (PostgreSQL section 9.27.9). Null on a standby, whose snapshots do not name them all.
 * It says nothing inside a transaction, which sees its own changes.
 */
const text = `case when not pg_is_in_recovery() then ${snapshotText} end`;
export const snapshotVersion = sql.raw<string | null>(text);
const statement = CompiledQuery.raw(`/* snapshot-version */ select ${text} as version`);

/** Reads the version of now, not older than the call. */
export type CurrentVersion = () => Promise<string | null>;

/** One statement at a time serves the most calls. Where one takes long the next does not wait. */
const limits = { maxConcurrent: 1, maxWaitMs: 5 };

/** Calls that wait for a statement share the next one. It is far cheaper than what shows that nothing has changed otherwise. */
export const currentVersion = (db: Database): CurrentVersion => {
  const gate = batchGate(limits);
  const loader = new DataLoader<true, string | null>(
    (calls) => {
      loader.clearAll();
      return gate.run(async () => {
        const { rows } = await db.executeQuery<{ version: string | null }>(statement);
        return calls.map(() => rows[0]?.version ?? null);
      });
    },
    { batchScheduleFn: gate.schedule },
  );
  return () => loader.load(true);
};
