import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** The timeline of the writer's log: every promotion of a standby begins another, with a higher number. */
export const currentTimeline = sql<number>`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint`;

const lastTimeline = sql`(select number from timeline order by id desc limit 1)`;

/** The timeline that a standby has replayed last; 0 before the first. */
export const replayedTimeline = sql<number>`coalesce(${lastTimeline}, 0)`;

/**
 * Writes the timeline on itself, so that standbys show whether they follow it. Positions on higher ones are those of another
 * server, from which the database was restored.
 */
export const recordTimeline = async (writer: Database, timeline: number): Promise<void> => {
  await sql`
    with insertion as (
      insert into timeline (number, at) select ${timeline}::bigint, now()
      where ${timeline}::bigint is distinct from ${lastTimeline}
      returning number
    )
    delete from own_write using insertion where timeline > insertion.number`.execute(writer);
};
