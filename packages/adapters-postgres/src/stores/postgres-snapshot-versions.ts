import type { SnapshotVersions } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { and, ended, live } from '../discovery/list/conditions.ts';

/**
 * The mark is the snapshot itself: it names every transaction that a reader sees, so that any change whatsoever,
 * by whomever, makes another one, and no writer has to do anything for it (PostgreSQL section 9.27.9). A standby's
 * snapshot does not name them all; there it is the position up to which changes were applied (section 9.27.4).
 * Read it from the server that the lists come from.
 */
export const postgresSnapshotVersions = (reader: Database): SnapshotVersions => {
  const loader = new DataLoader<'mark', string>(
    async (asked) => {
      const { rows } = await sql<{ mark: string }>`/* change-mark */
        select case
          when pg_is_in_recovery() then 'standby ' || pg_last_wal_replay_lsn()
          else pg_current_snapshot()::text
        end as mark`.execute(reader);
      return asked.map(() => rows[0]?.mark ?? '');
    },
    // Read after the last of them was asked, once for all who ask within one turn of the event loop.
    { cache: false, batchScheduleFn: setImmediate },
  );
  return {
    current: () => loader.load('mark'),
    nextEnd: async (at) => {
      const next = (state: typeof live) => sql`
        select min(e.end_at) from event e where ${and([state, sql`e.end_at > ${at}`])}`;
      const { rows } = await sql<{ end: Date | null }>`/* next-end */
        select least((${next(live)}), (${next(ended)})) as end`.execute(reader);
      return rows[0]?.end ?? null;
    },
  };
};
