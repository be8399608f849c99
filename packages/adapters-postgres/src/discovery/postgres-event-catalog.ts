import type { EventCatalog } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { detailOf, type EventJson, pageColumns, toEventDetail, toEventPage } from '../events/event-detail.ts';
import { statementName, visibleTo } from '../events/visible-to.ts';
import { findPage } from './find-page.ts';
import { readPage } from './read-page.ts';

export const postgresEventCatalog = (db: Database): EventCatalog => ({
  list: async (filter, order, caller, page) => {
    if (filter.text?.length === 0) return { ...page, total: 0, items: [] };
    return findPage(db, { filter, order, page }, caller);
  },
  detail: async (id, caller, at) => {
    const { rows } = await sql<{ event: EventJson }>`${statementName('event-detail', caller)}
        select to_json(found) as event from (
          ${detailOf(caller && sql`${caller}::uuid`)} where e.id = ${id} and ${visibleTo(caller, at)}
        ) found`.execute(db);
    return rows[0] ? toEventDetail(rows[0].event) : null;
  },
  page: async (id, at) => {
    const { rows } = await sql<{ event: EventJson }>`/* event-page */
        select to_json(found) as event from (
          ${detailOf(null, pageColumns(sql`${at}::timestamptz`))} where e.id = ${id} and ${visibleTo(null, at)}
        ) found`.execute(db);
    return rows[0] ? toEventPage(rows[0].event) : null;
  },
  mine: async (caller, roles, page, at, when = null) => {
    const idsOf = {
      organizing: sql`select id from event where organizer_id = ${caller}
        union all select event_id from event_admin where user_id = ${caller}`,
      going: sql`select event_id from rsvp where user_id = ${caller} and state = 'going'`,
      interested: sql`select event_id from rsvp where user_id = ${caller} and state = 'interested'`,
      booked: sql`select event_id from booking where user_id = ${caller}`,
      saved: sql`select event_id from saved where user_id = ${caller}`,
    };
    const ownIds = sql.join(
      roles.map((role) => idsOf[role]),
      sql` union all `,
    );
    const isToCome = sql`(e.end_at > ${at} or e.status = 'postponed')`;
    const isIn = when === null ? sql`true` : when === 'past' ? sql`not ${isToCome}` : isToCome;
    const order = sql`is_of_other, ${sql.raw(when === 'past' ? 'start_at desc, id desc' : 'start_at, id')}`;
    const isLast = when === null && roles.join() === 'organizing';
    const { after } = page;
    const isBehind = after
      ? sql`(is_of_other::int, start_at, id) ${sql.raw(when === 'past' ? '<' : '>')}
          (${after.rank}, ${new Date(after.startAt)}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    const matches = sql`
      select e.id, e.start_at, ${isLast} and e.organizer_id <> ${caller} as is_of_other, null::int as later_dates
      from event e where e.id in (${ownIds}) and ${isIn} and ${visibleTo(caller, at)}`;
    return readPage(db, { matches, isBehind, order, page }, caller);
  },
});
