import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../world.ts';

/** The longest waits that were seen, in milliseconds. */
export interface LockWaits {
  /** Of a statement of the services for a table, which only a migration locks. */
  readonly forTablesMs: number;
  readonly table: string | null;
  /** The statement that held or wanted it, in one line. */
  readonly behind: string;
  /** Of a statement of the services for a row. */
  readonly forRowsMs: number;
}

interface Wait {
  readonly forTable: boolean;
  readonly table: string | null;
  readonly ms: string;
  readonly behind: string | null;
}

const inOneLine = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 80);

const waits = `
  select l.locktype = 'relation' as "forTable", l.relation::regclass::text as "table",
    extract(epoch from clock_timestamp() - l.waitstart) * 1000 as ms,
    (select b.query from pg_stat_activity b where b.pid = any (pg_blocking_pids(l.pid)) limit 1) as "behind"
  from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and l.waitstart is not null and l.mode <> 'AccessExclusiveLock'
    and l.mode <> 'ShareRowExclusiveLock' and l.mode <> 'ShareUpdateExclusiveLock' and l.locktype <> 'virtualxid'
    and a.backend_type = 'client backend'`;

/** Looks every few milliseconds for statements that wait for a lock; the returned function stops it. */
export const watchLocks = async (world: Pick<World, 'connect'>): Promise<() => Promise<LockWaits>> => {
  const client = await world.connect();
  let isOver = false;
  let longest: LockWaits = { forTablesMs: 0, forRowsMs: 0, table: null, behind: '' };
  const watchPromise = (async () => {
    while (!isOver) {
      const { rows } = await client.query<Wait>(waits);
      for (const { forTable, table, ms, behind } of rows)
        if (!forTable) longest = { ...longest, forRowsMs: Math.max(longest.forRowsMs, Number(ms)) };
        else if (Number(ms) > longest.forTablesMs)
          longest = { ...longest, forTablesMs: Number(ms), table, behind: inOneLine(behind) };
      await delay(3);
    }
  })();
  return async () => {
    isOver = true;
    await watchPromise;
    await client.end();
    return longest;
  };
};
