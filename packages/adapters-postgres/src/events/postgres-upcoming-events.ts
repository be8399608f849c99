import type { EventId, UpcomingEvent, UpcomingEvents } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Before every other id: one statement serves all parts, the first one too. */
const leastId = '00000000-0000-0000-0000-000000000000';

/** The condition of `event_live_id_index`. */
const upcoming = (at: Date) =>
  sql<boolean>`e.visibility = 'public' and e.status = 'scheduled' and e.is_live and e.end_at > ${at}`;

export const postgresUpcomingEvents = (db: Database): UpcomingEvents => ({
  partStarts: async (size, at) => {
    const { rows } = await sql<{ readonly id: EventId }>`/* sitemap-parts */
      select id from (
        select e.id, row_number() over (order by e.id) as position from event e where ${upcoming(at)}
      ) numbered where (position - 1) % ${size} = 0 order by id`.execute(db);
    return rows.map(({ id }) => id);
  },
  from: async (start, limit, at) => {
    const { rows } = await sql<UpcomingEvent>`/* sitemap-events */
      select e.id, e.updated_at as "updatedAt" from event e
      where ${upcoming(at)} and e.id >= ${start ?? leastId}::uuid
      order by e.id limit ${limit}`.execute(db);
    return rows;
  },
});
