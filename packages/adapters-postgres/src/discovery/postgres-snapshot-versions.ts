import type { SnapshotVersions } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { nextEnd } from './list/next-end.ts';

/**
 * The version is the database snapshot itself: it names every transaction that a reader sees, so that any change makes
 * another version without work in any writer (PostgreSQL section 9.27.9). A standby's snapshot does not name them all;
 * there the version is the position up to which changes are replayed (section 9.27.4).
 * Read it from the server that the lists come from.
 */
export const postgresSnapshotVersions = (reader: Database): SnapshotVersions => {
  const loader = new DataLoader<'version', string>(
    async (keys) => {
      const { rows } = await sql<{ version: string }>`/* snapshot-version */
        select case
          when pg_is_in_recovery() then 'standby ' || pg_last_wal_replay_lsn()
          else pg_current_snapshot()::text
        end as version`.execute(reader);
      return keys.map(() => rows[0]?.version ?? '');
    },
    // One statement serves all calls within one turn of the event loop, and begins after the last of them.
    { cache: false, batchScheduleFn: setImmediate },
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
