import { type RawBuilder, sql } from 'kysely';
import { worldCell } from './exact-total.ts';
import { conditionsOf, type ListParts } from './list-parts.ts';
import { startsSameDayOrLater } from './ongoing.ts';

/** One row of `AreaCounts`, beside the tables of the covering. */
export const areaCounts = ({ counters }: Pick<ListParts, 'counters'>): RawBuilder<unknown> => sql`
    select coalesce(sum(part.listed), 0)::int as listed, coalesce(sum(part.live), 0)::int as live,
      (select coalesce(sum(t.live), 0) from listing_counter t where ${counters} and t.cell = ${worldCell})::int
        as "worldLive"
    from (select * from interior union all select * from boundary) ranges, lateral (
      select sum(t.listed) as listed, sum(t.live) as live from listing_counter t
      where ${counters} and t.cell between low and high offset 0
    ) part`;

/** One row with `rows`: how many events of the window start on its first day or later, up to a limit. */
export const windowCount = (parts: ListParts, limit: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  starts as materialized (
    select from event e where ${startsSameDayOrLater(parts.endsAfter, conditionsOf(parts))} limit ${limit}
  )
  select count(*)::int as rows from starts`;
