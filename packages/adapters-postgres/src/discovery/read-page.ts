import { type ListedEvent, type ListPage, offsetOf, type Paged, type UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import {
  type InterestRow,
  ownSummaryColumns,
  type SummaryRow,
  toEventSummary,
  toInterest,
} from '../events/event-rows.ts';

/** A page of the events of a list. */
interface PageOf {
  /** A select of the ids of all, with `later_dates`, null for most lists, and what they are ordered by. */
  readonly matches: RawBuilder<unknown>;
  /** Which of these the page may have, and their order. */
  readonly isBehind: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly page: ListPage;
}

interface ItemRow extends SummaryRow, InterestRow {
  readonly later_dates: number | null;
  readonly organizer_name: string;
  readonly organizer_avatar: string | null;
}

type PageRow = { readonly total: number } & (ItemRow | { readonly id: null });

/**
 * Reads what lists show of events: the events, their organizers and counts, and what the caller has to do with them. One statement,
 * so that no event is found that is gone when it is read: a page that is not full is the last one.
 */
export const readPage = async (
  db: Database,
  { matches, isBehind, order, page }: PageOf,
  caller: UserId | null,
): Promise<Paged<ListedEvent>> => {
  const { rows } = await sql<PageRow>`
    with matches as materialized (${matches}), page as materialized (
      select *, row_number() over (order by ${order}) as nr from (
        select * from matches where ${isBehind} order by ${order} offset ${offsetOf(page)} limit ${page.limit}
      ) shown
    )
    select found.total, page.later_dates, ${sql.raw(ownSummaryColumns)}, s.going, s.interested, s.booked, s.waiting,
      o.name as organizer_name, o.avatar as organizer_avatar, r.state as my_rsvp,
      v.event_id is not null as is_saved
    from (select count(*)::int as total from matches) found left join (
      page
        join event e on e.id = page.id
        join category c on c.slug = e.category
        join event_stats s on s.event_id = e.id
        join app_user o on o.id = e.organizer_id
        left join rsvp r on r.event_id = e.id and r.user_id = ${caller}
        left join saved v on v.event_id = e.id and v.user_id = ${caller}
    ) on true
    order by page.nr`.execute(db);
  const items = rows.flatMap((row): ListedEvent | readonly [] => {
    if (row.id === null) return [];
    return {
      event: toEventSummary(row),
      organizer: { id: row.organizer_id, name: row.organizer_name, avatar: row.organizer_avatar },
      ...toInterest(row),
      ...(row.later_dates !== null && { laterDates: row.later_dates }),
    };
  });
  return { ...page, total: rows[0]?.total ?? 0, items };
};
