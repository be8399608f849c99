/**
 * SQL of the statement's own snapshot as text (PostgreSQL section 9.27.9). A standby does not name the transactions that are
 * running: there only those below the lowest are taken as ended.
 * The start of the server follows: one that was promoted numbers transactions anew which another one had numbered before.
 */
export const snapshotText = `case
    when pg_is_in_recovery()
      then pg_snapshot_xmin(pg_current_snapshot()) || ':' || pg_snapshot_xmin(pg_current_snapshot()) || ':'
    else pg_current_snapshot()::text
  end || ':' || extract(epoch from pg_postmaster_start_time())`;
