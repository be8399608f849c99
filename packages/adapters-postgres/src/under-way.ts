import { type RawBuilder, sql } from 'kysely';
import type { ListingParts } from './listed-order.ts';
import { and, endsAfter, isNotOver, listed, live, over } from './listing-conditions.ts';
import { tallyOf } from './live-total.ts';

type Earliest = Pick<ListingParts, 'endsAfter'>;

/** What is marked as live though it began up to an instant, and what is marked as over though it ends later. */
const begun = ({ endsAfter }: Earliest) => sql`e.start_at > '-infinity' and e.start_at <= ${endsAfter}`;
const liveBegun = (parts: Earliest) => and([live, begun(parts)]);
const overLater = (parts: Earliest) => and([over, endsAfter(parts.endsAfter)]);

/** The table `near`: whether these are few, as they are for instants near the last sweep. */
export const nearTable = (parts: Earliest): RawBuilder<unknown> => {
  const upToFew = (condition: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from event e where ${condition} limit (select rows + 1 from few)) e)`;
  return sql`few as materialized (
      select greatest(40, sum(t.listed) / 1000) as rows from listing_tally t where ${tallyOf(null)} and t.cell = -1
    ),
    near as materialized (
      select ${upToFew(liveBegun(parts))} + ${upToFew(overLater(parts))} <= (select rows from few) as is_so
    )`;
};

/** Those that run across the earliest instant: of what is near all, else from the index over spans, whatever the instant. */
export const underWay = (
  parts: Earliest,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const isNear = sql`(select is_so from near)`;
  return sql`
    select e.id, e.start_at from event e
    where ${and([liveBegun(parts), isNotOver(parts.endsAfter), ...conditions, isNear])}
    union all
    select e.id, e.start_at from event e
    where ${and([overLater(parts), sql`e.start_at <= ${parts.endsAfter}`, ...conditions, isNear])}
    union all
    select * from (
      select e.id, e.start_at from event e
      where ${and([listed, sql`tstzrange(e.start_at, e.end_at) @> ${parts.endsAfter}`, ...conditions])}
        and not ${isNear} offset 0
    ) e`;
};
