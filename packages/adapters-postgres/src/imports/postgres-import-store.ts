import type { ImportStore, UpcomingImport, UpcomingImportSeries } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type EventRow, recordColumns, toEventRecord } from '../events/event-rows.ts';

/** Before every other id: one statement serves the first page, too. */
const leastId = '00000000-0000-0000-0000-000000000000';

export const postgresImportStore = (db: Database): ImportStore => ({
  find: async (organizerId, sourceKeys) => {
    const { rows } = await sql<EventRow>`/* import-find */
      select ${sql.raw(recordColumns)} from event e
      where e.source_key = any(${sourceKeys}::text[]) and e.organizer_id = ${organizerId}`.execute(db);
    return rows.map(toEventRecord);
  },
  rename: async (organizerId, changes) => {
    const [from, to] = [changes.map((change) => change.from), changes.map((change) => change.to)];
    await sql`
      update event e set source_key = change.to_key
      from unnest(${from}::text[], ${to}::text[]) as change (from_key, to_key)
      where e.source_key = change.from_key and e.organizer_id = ${organizerId}
        and not exists (select from event other where other.source_key = change.to_key)`.execute(db);
  },
  upcoming: async ({ organizerId, keyPrefix, endsAfter, after, limit }) => {
    const { rows } = await sql<UpcomingImport>`/* import-upcoming */
      select e.id, e.source_key as "sourceKey", e.title, e.start_at as "startAt" from event e
      where e.organizer_id = ${organizerId} and starts_with(e.source_key, ${keyPrefix})
        and e.status <> 'cancelled' and e.take_down is null and e.end_at > ${endsAfter}
        and (e.start_at, e.id) > (${after?.startAt ?? '-infinity'}::timestamptz, ${after?.id ?? leastId}::uuid)
      order by e.start_at, e.id limit ${limit}`.execute(db);
    return rows;
  },
  upcomingSeries: async ({ organizerId, keyPrefix, startsFrom, after, limit }) => {
    const { rows } = await sql<UpcomingImportSeries>`/* import-upcoming-series */
      select s.id, s.source_key as "sourceKey", s.draft->>'title' as title from event_series s
      where s.organizer_id = ${organizerId} and s.id > ${after ?? leastId}::uuid
        and starts_with(s.source_key, ${keyPrefix}) and not s.is_cancelled
        and (s.extend_at is not null or exists (
          select from event e
          where e.series_id = s.id and e.start_at >= ${startsFrom} and e.status = 'scheduled'))
      order by s.id limit ${limit}`.execute(db);
    return rows;
  },
});
