import { type RawBuilder, sql } from 'kysely';
import { worldCell } from './exact-total.ts';
import type { ListParts } from './list-parts.ts';

/** One row of `AreaCounts`, beside the tables of the covering. */
export const areaCounts = ({ counters }: Pick<ListParts, 'counters'>): RawBuilder<unknown> => sql`
    select coalesce(sum(part.listed), 0)::int as listed, coalesce(sum(part.live), 0)::int as live,
      (select coalesce(sum(t.live), 0) from listing_counter t where ${counters} and t.cell = ${worldCell})::int
        as "worldLive"
    from (select * from interior union all select * from boundary) ranges, lateral (
      select sum(t.listed) as listed, sum(t.live) as live from listing_counter t
      where ${counters} and t.cell between low and high offset 0
    ) part`;
