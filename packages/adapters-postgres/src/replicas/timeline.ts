import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** The timeline of the writer's log: every promotion of a standby begins another, with a higher number. */
export const currentTimeline = sql<number>`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint`;

/** The timeline that a standby has replayed last; 0 before the first. */
export const replayedTimeline = sql<number>`coalesce((select max(number) from timeline), 0)`;

/** Writes the timeline on itself, so that standbys show whether they follow it. */
export const recordTimeline = async (writer: Database, timeline: number): Promise<void> => {
  await sql`insert into timeline (number, at) values (${timeline}, now()) on conflict do nothing`.execute(
    writer,
  );
};
