import type { CalendarEntry, CalendarStore, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { onlineUrlFor } from '../events/online-url.ts';

type Row = Omit<CalendarEntry, 'location'> & CalendarEntry['location'];

/** No row of an account that is erased meanwhile: its address is as if it had been given out before. */
const feedOf = (user: UserId, token: string) => sql`
  select id, ${token} from app_user where id = ${user} and erased_at is null for key share`;

export const postgresCalendarStore = (db: Database): CalendarStore => ({
  tokenOf: async (user, fresh) => {
    // Atomic: updating an existing token to itself makes the statement return it, also to the loser of a race.
    const { rows } = await sql<{ token: string }>`
      insert into calendar_feed (user_id, token) ${feedOf(user, fresh)}
      on conflict (user_id) do update set token = calendar_feed.token
      returning token`.execute(db);
    return rows[0]?.token ?? fresh;
  },
  rotate: async (user, fresh) => {
    await sql`
      insert into calendar_feed (user_id, token) ${feedOf(user, fresh)}
      on conflict (user_id) do update set token = excluded.token`.execute(db);
  },
  ownerOf: async (token) => {
    const feed = await db
      .selectFrom('calendar_feed')
      .innerJoin('app_user', 'app_user.id', 'user_id')
      .select('user_id')
      .where('token', '=', token)
      .where('suspended_at', 'is', null)
      .$castTo<{ user_id: UserId }>()
      .executeTakeFirst();
    return feed?.user_id ?? null;
  },
  lastRemovalOf: async (user) => {
    const { rows } = await sql<{ at: Date | null }>`/* calendar-last-removal */
      select max(removed_at) as at from removed_guest where user_id = ${user}`.execute(db);
    return rows[0]?.at ?? null;
  },
  goingOf: async (user, at, limit, descriptionLength) => {
    const rows = await db
      .selectFrom('rsvp as r')
      .innerJoin('event as e', 'e.id', 'r.event_id')
      .select(['e.id', 'e.title', 'e.start_at as startAt', 'e.end_at as endAt'])
      .select(['e.address', 'e.lat', 'e.lng', 'e.status', 'e.sequence', 'e.updated_at as updatedAt'])
      .select(['e.source_url as sourceUrl', 'e.is_all_day as isAllDay', 'e.time_zone as timeZone'])
      .select('e.cancel_reason as cancelReason')
      .select(onlineUrlFor(user).as('onlineUrl'))
      .select(sql<string>`left(e.description, ${descriptionLength}::int)`.as('description'))
      .where('r.user_id', '=', user)
      .where('r.state', '=', 'going')
      .where(({ or, eb }) => or([eb('e.take_down', 'is', null), eb('e.organizer_id', '=', user)]))
      .orderBy(sql`greatest(e.start_at - ${at}::timestamptz, ${at}::timestamptz - e.end_at, interval '0')`)
      .orderBy('e.start_at')
      .orderBy('e.id')
      .limit(limit)
      .$castTo<Row>()
      .execute();
    return rows.map(({ address, lat, lng, ...entry }) => ({ ...entry, location: { address, lat, lng } }));
  },
});
