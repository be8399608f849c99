import { type RawBuilder, sql } from 'kysely';
import { and, endsAfter, endsUntil, live, over } from './list-conditions.ts';
import type { ListingParts } from './list-order.ts';

/** The rows of the tally that count a category, or all: those have the empty one, which somebody may ask for, too. */
export const tallyOf = (category: RawBuilder<unknown> | null): RawBuilder<boolean> =>
  category ? sql`t.category = ${category} and t.category <> ''` : sql`t.category = ''`;

/**
 * How many listed events end after an instant. The tally of live events knows all but the difference between "live"
 * and "ends later", and that is counted: no matter when the flags were last brought up to date, or for which instant
 * is asked, the number is exact. On the edge of an area each event is looked at.
 */
export const liveTotal = ({
  endsAfter: at,
  category,
  area,
}: Pick<ListingParts, 'endsAfter' | 'category' | 'area'>): RawBuilder<number> => {
  const ofCategory = category ? [sql`e.category = ${category}`] : [];
  const tally = tallyOf(category);
  const inArea = area ? [area] : [];
  const known = area
    ? sql`select coalesce(sum(part.live), 0) from (
          select part.live from inside, lateral (
            select sum(t.live) as live from listing_tally t where ${tally} and t.cell between low and high offset 0
          ) part
          union all select part.live from edge, lateral (
            select count(*) as live from event e
            where e.cell between low and high and ${and([live, ...ofCategory, area])} offset 0
          ) part
        ) part`
    : sql`select coalesce(sum(t.live), 0) from listing_tally t where ${tally} and t.cell = -1`;
  return sql<number>`(
    (${known})
    - (select count(*) from event e where ${and([live, endsUntil(at), ...ofCategory, ...inArea])})
    + (select count(*) from event e where ${and([over, endsAfter(at), ...ofCategory, ...inArea])})
  )::int`;
};
