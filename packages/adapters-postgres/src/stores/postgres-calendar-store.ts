import type { CalendarEntry, CalendarStore, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

type Row = Omit<CalendarEntry, 'location'> & CalendarEntry['location'];

export const postgresCalendarStore = (db: Database): CalendarStore => ({
  tokenOf: async (user, fresh) => {
    // Atomic: updating an existing token to itself makes the statement return it, also to the loser of a race.
    const { rows } = await sql<{ token: string }>`
      insert into calendar_feed (user_id, token) values (${user}, ${fresh})
      on conflict (user_id) do update set token = calendar_feed.token
      returning token`.execute(db);
    return (rows[0] as { token: string }).token;
  },
  rotate: async (user, fresh) => {
    await sql`insert into calendar_feed (user_id, token) values (${user}, ${fresh})
      on conflict (user_id) do update set token = excluded.token`.execute(db);
  },
  ownerOf: async (token) => {
    const { rows } = await sql<{ user_id: UserId }>`
      select user_id from calendar_feed where token = ${token}`.execute(db);
    return rows[0]?.user_id ?? null;
  },
  goingOf: async (user, endsAfter, limit) => {
    const { rows } = await sql<Row>`
      select e.id, e.title, e.description, e.start_at as "startAt", e.end_at as "endAt", e.address, e.lat, e.lng,
        e.status, e.sequence, e.updated_at as "updatedAt"
      from rsvp r join event e on e.id = r.event_id
      where r.user_id = ${user} and r.state = 'going' and e.end_at > ${endsAfter}
      order by e.start_at, e.id limit ${limit}`.execute(db);
    return rows.map(({ address, lat, lng, ...entry }) => ({ ...entry, location: { address, lat, lng } }));
  },
});
