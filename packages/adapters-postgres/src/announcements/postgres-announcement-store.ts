import { type Announcement, type AnnouncementStore, offsetOf } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

const columns = sql`id, event_id as "eventId", author_id as "authorId", body as text, groups as "to",
  created_at as "createdAt"`;

export const postgresAnnouncementStore = (db: Database): AnnouncementStore => ({
  add: async ({ id, eventId, authorId, text, to, createdAt }) => {
    await sql`/* announcement-add */
      insert into announcement (id, event_id, author_id, body, groups, created_at)
      values (${id}, ${eventId}, ${authorId}, ${text}, ${[...to]}::text[], ${createdAt})`.execute(db);
  },
  find: async (id) => {
    const { rows } = await sql<Announcement>`
      select ${columns} from announcement where id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  list: async (event, page) => {
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::int as total from announcement where event_id = ${event}`.execute(db);
    const { rows } = await sql<Announcement>`/* announcement-list */
      select ${columns} from announcement where event_id = ${event}
      order by id desc limit ${page.limit} offset ${offsetOf(page)}`.execute(db);
    return { ...page, total: totals[0]?.total ?? 0, items: rows };
  },
  isTied: async (event, user, at) => {
    const { rows } = await sql`/* event-tie */
      select from rsvp where event_id = ${event} and user_id = ${user}
      union all select from booking where event_id = ${event} and user_id = ${user}
      union all select from link_join where event_id = ${event} and user_id = ${user}
      union all select from invitation
      where event_id = ${event} and (
        kind = 'user' and user_id = ${user} and (state = 'accepted' or state = 'pending' and expires_at > ${at})
        or accepted_by = ${user} and state = 'accepted'
      )`.execute(db);
    return rows.length > 0;
  },
});
