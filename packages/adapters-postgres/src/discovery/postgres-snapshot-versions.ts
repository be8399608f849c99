import type { SnapshotVersions } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { batchGate } from '../connection/batch-gate.ts';
import type { Database } from '../database.ts';
import { nextEnd } from './list/next-end.ts';

/** More reads at once have fewer callers each. One that is late holds up no caller of the other. */
const maxConcurrentReads = 2;

/**
 * The version is the database snapshot itself: it names every transaction that a reader sees, so that any change makes
 * another version without work in any writer (PostgreSQL section 9.27.9). A standby's snapshot does not name them all;
 * there the version is the position up to which changes are replayed (section 9.27.4).
 * Read it from the server that the lists come from.
 */
export const postgresSnapshotVersions = (reader: Database): SnapshotVersions => {
  const gate = batchGate({ maxConcurrent: maxConcurrentReads });
  const read = async (): Promise<string> => {
    const { rows } = await sql<{ version: string }>`/* snapshot-version */
      select case
        when pg_is_in_recovery() then 'standby ' || pg_last_wal_replay_lsn()
        else pg_current_snapshot()::text
      end as version`.execute(reader);
    return rows[0]?.version ?? '';
  };
  const loader = new DataLoader<'version', string>(
    async (keys) => {
      const version = await gate.run(read);
      return keys.map(() => version);
    },
    { cache: false, batchScheduleFn: gate.schedule },
  );
  return {
    current: () => loader.load('version'),
    nextEnd: async (at) => {
      const { rows } = await sql<{
        end: Date | null;
      }>`/* next-end */ select ${nextEnd(sql`${at}`)} as end`.execute(reader);
      return rows[0]?.end ?? null;
    },
  };
};
