import type { CallWindows } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface Row {
  readonly allowed: boolean;
  readonly counted: number;
  readonly oldest: Date | null;
}

/** One row a key and one hand-written, atomic statement a call: the lock on the row serialises parallel calls. */
export const postgresCallWindows = (db: Database): CallWindows => ({
  record: async (key, at, windowMs, limit) => {
    const since = new Date(at.getTime() - windowMs);
    const until = new Date(at.getTime() + windowMs);
    const kept = sql`array(
      select counted from unnest(call_window.calls) counted where counted > ${since}::timestamptz order by counted
    )`;
    const { rows } = await sql<Row>`/* call-window-record */
      insert into call_window (key, calls, allowed, until)
      values (
        ${key},
        case when ${limit}::int > 0 then array[${at}::timestamptz] else '{}' end,
        ${limit}::int > 0,
        ${until}
      )
      on conflict (key) do update set
        calls = case
          when cardinality(${kept}) < ${limit}::int then ${kept} || ${at}::timestamptz
          else ${kept}
        end,
        allowed = cardinality(${kept}) < ${limit}::int,
        until = greatest(call_window.until, excluded.until)
      returning allowed, cardinality(calls) as counted, (select min(call) from unnest(calls) call) as oldest`.execute(
      db,
    );
    const { allowed, counted, oldest } = rows[0] as Row;
    return { allowed, remaining: limit - counted, retryAt: new Date((oldest ?? at).getTime() + windowMs) };
  },
});
