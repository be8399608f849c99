import {
  type EventCatalog,
  type EventListItem,
  offsetOf,
  type Page,
  type Paged,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ListRow, listColumns, listJoins, toListItem } from '../events/event-rows.ts';
import { visibleTo } from '../events/visible-to.ts';
import type { RequestReads } from '../request-reads/request-reads.ts';
import { type DiscoveryOptions, discoverEvents } from './discover-events.ts';
import { eventDetails } from './event-details.ts';
import { eventChanges } from './pages/event-changes.ts';
import { type ListPage, listPages } from './pages/list-pages.ts';
import { readRing, type TileQuery } from './pages/tile-pages.ts';
import { readingRunner } from './run-reading.ts';

/** A row of a list of the caller's own events; one without an event when the page is empty. */
type OwnRow = { readonly total: number } & (ListRow | { readonly id: null });

/** What a catalog is made with. */
export interface CatalogOptions extends DiscoveryOptions {
  /** Whether pages stay in memory; never inside a transaction. */
  readonly keepsPages: boolean;
  /** How many connections the pool has; absent in a transaction. */
  readonly poolSize?: number | undefined;
  /** Reads public events together with what else requests read; absent in a transaction. */
  readonly reads?: Pick<RequestReads, 'publicEvent'> | undefined;
}

export const postgresEventCatalog = (
  db: Database,
  { keepsPages, poolSize, reads, now = () => performance.now(), ...options }: CatalogOptions,
): EventCatalog => {
  let listPage: ListPage | undefined;
  const details = eventDetails(db);
  return {
    list: async (filter, order, caller, page, clientKey = caller ?? '') => {
      if (filter.text?.length === 0) return { ...page, total: 0, items: [] };
      // A unit of work makes its own catalog and seldom lists events: what a list needs is made by the first one.
      if (!listPage) {
        const changes = eventChanges();
        const run = readingRunner(db, poolSize);
        const discover = discoverEvents(run, changes, { ...options, now });
        const ringOf = (tile: TileQuery) => readRing(run, tile);
        listPage = listPages(db, { discover, ringOf }, changes, keepsPages, now);
      }
      return listPage({ filter, order, page, clientKey }, caller);
    },
    detail: async (id, caller, at) => {
      const found = reads ? await reads.publicEvent(id, caller) : null;
      // An anonymous caller sees no others.
      return found || (reads && caller === null) ? found : details.load({ id, caller, at });
    },
    mine: async (caller, role, page, at) => {
      const own = {
        organizing: sql`(e.organizer_id = ${caller} or e.id in (select event_id from event_admin where user_id = ${caller}))`,
        going: sql`e.id in (select event_id from rsvp where user_id = ${caller} and state = 'going')`,
        interested: sql`e.id in (select event_id from rsvp where user_id = ${caller} and state = 'interested')`,
        saved: sql`e.id in (select event_id from saved where user_id = ${caller})`,
      }[role];
      const { rows } = await sql<OwnRow>`
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

const toPaged = (rows: readonly OwnRow[], page: Page): Paged<EventListItem> => ({
  ...page,
  total: rows[0]?.total ?? 0,
  items: rows.filter((row): row is OwnRow & ListRow => row.id !== null).map(toListItem),
});
