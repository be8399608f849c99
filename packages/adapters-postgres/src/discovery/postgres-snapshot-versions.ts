import type { SnapshotVersions } from '@event-platform/domain';
import { sql } from 'kysely';
import type { ConnectionPool } from '../connection/connection-pool.ts';
import type { Database } from '../database.ts';
import { nextEnd } from './list/next-end.ts';

/** A read that takes longer holds up no further callers, in milliseconds: they share a second one. */
const usualLateMs = 20;
const maxReaders = 2;

const readVersion = `/* snapshot-version */ select case
  when pg_is_in_recovery() then 'standby ' || pg_last_wal_replay_lsn()
  else pg_current_snapshot()::text
end as version`;

type Read = PromiseWithResolvers<string>;

/** Where versions are read. */
export interface SnapshotVersionsOptions {
  /** The server that the lists come from. */
  readonly reader: Database;
  /** Its connections: the version is read too often to go through the query builder. */
  readonly pool: Pick<ConnectionPool, 'connect' | 'state'>;
  /** 20 unless given. */
  readonly lateMs?: number;
}

/**
 * The version is the database snapshot itself: it names every transaction that a reader sees, so that any change makes
 * another version without work in any writer (PostgreSQL section 9.27.9). A standby's snapshot does not name them all;
 * there the version is the position up to which changes are replayed (section 9.27.4).
 * Callers share the next read that begins, and usually one runs at a time: the fewer reads, the less each caller costs.
 */
export const postgresSnapshotVersions = (options: SnapshotVersionsOptions): SnapshotVersions => {
  const { reader, pool, lateMs = usualLateMs } = options;
  let readers = 0;
  let next: Read | null = null;
  let late: NodeJS.Timeout | undefined;

  const take = (): Read | null => {
    const taken = next;
    next = null;
    clearTimeout(late);
    return taken;
  };

  const readWhileCalled = async (): Promise<void> => {
    if (!next || readers === maxReaders) return;
    readers += 1;
    let shared: Read | null = null;
    try {
      const connection = await pool.connect();
      try {
        for (shared = take(); shared; shared = take()) {
          const { rows } = await connection.query<{ readonly version: string }>(readVersion, []);
          shared.resolve(rows[0]?.version ?? '');
          await twoTurns();
          // Who waits for a connection comes first.
          if (pool.state().waiting > 0) break;
        }
      } finally {
        connection.release();
      }
    } catch (error) {
      (shared ?? take())?.reject(error);
    }
    readers -= 1;
    if (next) afterTwoTurns(readWhileCalled);
  };

  return {
    current: () => {
      if (next) return next.promise;
      next = Promise.withResolvers();
      if (readers === 0) afterTwoTurns(readWhileCalled);
      else late = setTimeout(readWhileCalled, lateMs);
      return next.promise;
    },
    nextEnd: async (at) => {
      const { rows } = await sql<{
        end: Date | null;
      }>`/* next-end */ select ${nextEnd(sql`${at}`)} as end`.execute(reader);
      return rows[0]?.end ?? null;
    },
  };
};

/** In the first turn of the event loop responses are sent; those who got one call again in the second. */
const afterTwoTurns = (work: () => void): void => {
  setImmediate(setImmediate, work);
};
const twoTurns = (): Promise<void> => new Promise(afterTwoTurns);
