import { type RawBuilder, sql } from 'kysely';

/** What a statement saw: which transactions had ended when it began (PostgreSQL section 9.27.9). */
export interface Snapshot {
  /** All lower ones had ended. */
  readonly xmin: number;
  /** None from this one on had ended. */
  readonly xmax: number;
  /** Those between that had not. */
  readonly running: ReadonlySet<number>;
}

/**
 * The statement's own snapshot as text. A standby does not name the transactions that are running: there only those below
 * the lowest are taken as ended.
 */
export const currentSnapshot: RawBuilder<string> = sql`(
  select case
    when pg_is_in_recovery() then pg_snapshot_xmin(seen) || ':' || pg_snapshot_xmin(seen) || ':'
    else seen::text
  end from (select pg_current_snapshot() as seen) now)`;

export const parseSnapshot = (text: string): Snapshot => {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    running: new Set(running === '' ? [] : running.split(',').map(Number)),
  };
};

export const formatSnapshot = ({ xmin, xmax, running }: Snapshot): string =>
  `${xmin}:${xmax}:${[...running].join(',')}`;

/** Whether the snapshot shows what that transaction committed. */
export const sees = ({ xmin, xmax, running }: Snapshot, xid: number): boolean =>
  xid < xmin || (xid < xmax && !running.has(xid));

/** Whether the other snapshot of the same primary server shows more: transactions that end are added to it and none leave. */
export const isOlder = (one: Snapshot, other: Snapshot): boolean =>
  one.xmax < other.xmax || (one.xmax === other.xmax && one.running.size > other.running.size);
