import type { EventCatalog, EventId } from '@event-platform/domain';
import { offsetOf } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { detailOf, type EventJson, pageColumns, toEventDetail, toEventPage } from '../events/event-detail.ts';
import { statementName, visibleTo } from '../events/visible-to.ts';
import { findPage, isListed } from './find-page.ts';
import { readItems } from './read-items.ts';

export const postgresEventCatalog = (db: Database): EventCatalog => ({
  list: async (filter, order, caller, page) => {
    if (filter.text?.length === 0) return { ...page, total: 0, items: [] };
    const { ids, total } = await findPage(db, { filter, order, page });
    return { ...page, total, items: await readItems(db, ids, caller, isListed) };
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
  mine: async (caller, role, page, at) => {
    const isOwn = {
      organizing: sql`(e.organizer_id = ${caller} or e.id in (select event_id from event_admin where user_id = ${caller}))`,
      going: sql`e.id in (select event_id from rsvp where user_id = ${caller} and state = 'going')`,
      interested: sql`e.id in (select event_id from rsvp where user_id = ${caller} and state = 'interested')`,
      booked: sql`e.id in (select event_id from booking where user_id = ${caller})`,
      saved: sql`e.id in (select event_id from saved where user_id = ${caller})`,
    }[role];
    const { rows } = await sql<{ total: number; ids: readonly EventId[] }>`
        with matches as materialized (
          select e.id, e.start_at, ${role === 'organizing'} and e.organizer_id <> ${caller} as is_of_other
          from event e where ${isOwn} and ${visibleTo(caller, at)}
        )
        select (select count(*)::int from matches) as total, array(
          select id from matches order by is_of_other, start_at, id offset ${offsetOf(page)} limit ${page.limit}
        ) as ids`.execute(db);
    const { ids = [], total = 0 } = rows[0] ?? {};
    return { ...page, total, items: await readItems(db, ids, caller, visibleTo(caller, at)) };
  },
});
