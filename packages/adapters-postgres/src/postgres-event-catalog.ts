import {
  type EventCatalog,
  type EventDetail,
  type EventId,
  type EventListItem,
  offsetOf,
  type Page,
  type Paged,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type ListRow, listColumns, listJoins, toListItem } from './event-rows.ts';
import { listedPage, type PageRow } from './listed-page.ts';
import { textPages } from './text-page.ts';
import { statementName, visibleTo } from './visible-to.ts';

export const postgresEventCatalog = (db: Database): EventCatalog => {
  const textPage = textPages(db);
  return {
    list: async (filter, order, caller, page) => {
      const { text } = filter;
      if (text?.length === 0) return { ...page, total: 0, items: [] };
      const rows = text
        ? await textPage({ ...filter, text }, order, caller, page)
        : await listedPage(db, filter, caller, page);
      return toPaged(rows, page);
    },
    detail: async (id, caller, at) => {
      const { rows } = await sql<DetailRow>`${statementName('event-detail', caller)}
      select ${listColumns(caller)}, e.template, e.enabled_modules, e.sequence, e.updated_at,
        o.id as organizer_id, o.name as organizer_name, o.avatar as organizer_avatar,
        (select coalesce(sum(b.quantity), 0)::int from booking b where b.event_id = e.id) as booked_count,
        b.id as booking_id, b.quantity, b.created_at as booked_at
      from event e ${listJoins} join app_user o on o.id = e.organizer_id
        left join booking b on b.event_id = e.id and b.user_id = ${caller}
      where e.id = ${id} and ${visibleTo(caller, at)}`.execute(db);
      return rows[0] ? toDetail(rows[0]) : null;
    },
    mine: async (caller, role, page, at) => {
      const own = {
        organizing: sql`(e.organizer_id = ${caller} or e.id in (select event_id from event_admin where user_id = ${caller}))`,
        going: sql`e.id in (select event_id from rsvp where user_id = ${caller} and state = 'going')`,
        interested: sql`e.id in (select event_id from rsvp where user_id = ${caller} and state = 'interested')`,
        saved: sql`e.id in (select event_id from saved where user_id = ${caller})`,
      }[role];
      const { rows } = await sql<PageRow>`
      with matching as materialized (
        select e.id, e.start_at from event e where ${own} and ${visibleTo(caller, at)}
      ),
      page as (select * from matching order by start_at, id offset ${offsetOf(page)} limit ${page.limit}),
      total as (select count(*)::int as total from matching)
      select total.total, item.*
      from total left join (
        select ${listColumns(caller)} from page join event e on e.id = page.id ${listJoins}
      ) item on true
      order by item.start_at, item.id`.execute(db);
      return toPaged(rows, page);
    },
  };
};

const toPaged = (rows: readonly PageRow[], page: Page): Paged<EventListItem> => ({
  ...page,
  total: rows[0]?.total ?? 0,
  items: rows.filter((row): row is PageRow & ListRow => row.id !== null).map(toListItem),
});

interface DetailRow extends ListRow {
  readonly template: string;
  readonly enabled_modules: readonly string[];
  readonly sequence: number;
  readonly updated_at: Date;
  readonly organizer_id: UserId;
  readonly organizer_name: string;
  readonly organizer_avatar: string | null;
  readonly booked_count: number;
  readonly booking_id: string | null;
  readonly quantity: number;
  readonly booked_at: Date;
  readonly id: EventId;
}

const toDetail = (row: DetailRow): EventDetail => ({
  ...toListItem(row),
  template: row.template,
  enabledModules: row.enabled_modules,
  sequence: row.sequence,
  updatedAt: row.updated_at,
  organizer: { id: row.organizer_id, name: row.organizer_name, avatar: row.organizer_avatar },
  bookedCount: row.booked_count,
  myBooking:
    row.booking_id === null ? null : { id: row.booking_id, quantity: row.quantity, createdAt: row.booked_at },
});
