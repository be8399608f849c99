import type { CallVerdict, CallWindow, CallWindows } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface Row {
  readonly key: string;
  readonly allowed: boolean;
  readonly counted: number;
  readonly oldest: Date | null;
}

/**
 * One row a window. The locks on the rows, taken in the order of the keys, make parallel calls wait for each other; the
 * statement that holds them counts the call in all windows or in none.
 */
export const postgresCallWindows = (db: Database): CallWindows => ({
  record: async (windows, at, windowMs) => {
    const sorted = windows.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    for (;;) {
      const rows = await count(db, sorted, at, windowMs);
      if (rows.length === windows.length) return verdictOf(windows, rows, at, windowMs);
      // New windows; or the sweep took old ones away in the meantime.
      await sql`/* call-window-open */
        insert into call_window (key, calls, allowed, until)
        select key, '{}', true, ${new Date(at.getTime() + windowMs)}::timestamptz
        from unnest(${sorted.map(({ key }) => key)}::text[]) key
        on conflict (key) do nothing`.execute(db);
    }
  },
});

/** Counts the call if every window is there and allows it; the windows that are there, as they then stand. */
const count = async (db: Database, windows: readonly CallWindow[], at: Date, windowMs: number) => {
  const since = new Date(at.getTime() - windowMs);
  const until = new Date(at.getTime() + windowMs);
  const { rows } = await sql<Row>`/* call-window-record */
    with wanted as (
      select * from unnest(
        ${windows.map(({ key }) => key)}::text[], ${windows.map(({ limit }) => limit)}::int[]
      ) wanted (key, max)
    ),
    locked as materialized (
      select w.key, w.calls, wanted.max from call_window w join wanted using (key) order by w.key for update of w
    ),
    kept as (
      select key, max, array(
        select counted from unnest(calls) counted where counted > ${since}::timestamptz order by counted
      ) as calls
      from locked
    ),
    verdict as (
      select count(*) = ${windows.length}::int as complete, bool_and(cardinality(calls) < max) as allowed from kept
    )
    update call_window w set
      calls = case when v.complete and v.allowed then k.calls || ${at}::timestamptz else k.calls end,
      allowed = v.allowed,
      until = greatest(w.until, ${until}::timestamptz)
    from kept k, verdict v
    where w.key = k.key
    returning w.key, w.allowed, cardinality(w.calls) as counted,
      (select min(call) from unnest(w.calls) call) as oldest`.execute(db);
  return rows;
};

/** The verdict of the window that decides, as the port says. */
const verdictOf = (
  windows: readonly CallWindow[],
  rows: readonly Row[],
  at: Date,
  windowMs: number,
): CallVerdict => {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const verdicts = windows.map(({ key, limit }) => {
    const { allowed, counted, oldest } = byKey.get(key) as Row;
    const retryAt = new Date((oldest ?? at).getTime() + windowMs);
    return { allowed, key, remaining: limit - counted, retryAt };
  });
  const [verdict] = verdicts.sort(
    (one, other) =>
      Math.max(0, one.remaining) - Math.max(0, other.remaining) ||
      other.retryAt.getTime() - one.retryAt.getTime(),
  );
  return verdict as CallVerdict;
};
