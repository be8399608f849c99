import type { SnapshotVersions } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
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
  let reading = 0;
  let waiting: (() => void) | null = null;
  const read = async (): Promise<string> => {
    reading += 1;
    try {
      const { rows } = await sql<{ version: string }>`/* snapshot-version */
        select case
          when pg_is_in_recovery() then 'standby ' || pg_last_wal_replay_lsn()
          else pg_current_snapshot()::text
        end as version`.execute(reader);
      return rows[0]?.version ?? '';
    } finally {
      reading -= 1;
      if (waiting) setImmediate(waiting);
      waiting = null;
    }
  };
  const loader = new DataLoader<'version', string>(
    async (keys) => {
      const version = await read();
      return keys.map(() => version);
    },
    {
      cache: false,
      batchScheduleFn: (begin) => {
        if (reading < maxConcurrentReads) setImmediate(begin);
        else waiting = begin;
      },
    },
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
