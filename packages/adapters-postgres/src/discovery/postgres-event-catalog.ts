import type { EventCatalog, ListedEvent, Page, Paged } from '@event-platform/domain';
import { offsetOf } from '@event-platform/domain';
import { sql } from 'kysely';
import type { CurrentVersion } from '../connection/snapshot-version.ts';
import type { Database } from '../database.ts';
import { detailOf, type EventJson, pageColumns, toEventDetail, toEventPage } from '../events/event-detail.ts';
import {
  type InterestRow,
  ownSummaryColumns,
  type SummaryRow,
  toEventSummary,
  toInterest,
} from '../events/event-rows.ts';
import { statementName, visibleTo } from '../events/visible-to.ts';
import { type ListPage, listPages } from './page-cache/list-pages.ts';
import type { DiscoveryOptions } from './statements/discover-events.ts';

/** A row of a list of the caller's own events; one without an event when the page is empty. */
type OwnRow = { readonly total: number } & ((SummaryRow & InterestRow) | { readonly id: null });

/** What a catalog is made with. */
export interface CatalogOptions extends DiscoveryOptions {
  /** Tells whether anything was committed since; absent inside a transaction. */
  readonly version?: CurrentVersion | undefined;
}

export const postgresEventCatalog = (
  db: Database,
  { version, ...options }: CatalogOptions = {},
): EventCatalog => {
  let listPage: ListPage | undefined;
  return {
    list: async (filter, order, caller, page) => {
      if (filter.text?.length === 0) return { ...page, total: 0, items: [] };
      // A unit of work makes its own catalog and seldom lists events: what a list needs is made by the first one.
      listPage ??= listPages(db, options, version);
      return listPage({ filter, order, page }, caller);
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
      const { rows } = await sql<OwnRow>`
      with matches as materialized (
        select e.id, e.start_at, ${role === 'organizing'} and e.organizer_id <> ${caller} as is_of_other from event e where ${isOwn} and ${visibleTo(caller, at)}
      ),
      page as (select * from matches order by is_of_other, start_at, id offset ${offsetOf(page)} limit ${page.limit}),
      total as (select count(*)::int as total from matches)
      select total.total, item.*
      from total left join (
        select page.is_of_other, ${sql.raw(ownSummaryColumns)}, s.going + s.interested as rsvp_count,
          (select r.state from rsvp r where r.event_id = e.id and r.user_id = ${caller}) as my_rsvp,
          exists (select from saved v where v.event_id = e.id and v.user_id = ${caller}) as is_saved
        from page join event e on e.id = page.id
          join category c on c.slug = e.category join event_stats s on s.event_id = e.id
      ) item on true
      order by item.is_of_other, item.start_at, item.id`.execute(db);
      return toPaged(rows, page);
    },
  };
};

const toPaged = (rows: readonly OwnRow[], page: Page): Paged<ListedEvent> => ({
  ...page,
  total: rows[0]?.total ?? 0,
  items: rows
    .filter((row) => row.id !== null)
    .map((row) => ({ event: toEventSummary(row), ...toInterest(row) })),
});
