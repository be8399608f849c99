import { type RawBuilder, sql } from 'kysely';
import { and, ended, endsAfter, endsUntil, live } from './conditions.ts';
import { conditionsOf, type ListParts } from './list-parts.ts';

/** The counters of the world have this cell. */
export const worldCell = sql.lit(-1);

/**
 * How many listed events end after an instant: the live ones by the counters, minus those that have ended by then, plus
 * those flagged as ended that end later. So the number is exact whenever the sweep last ran and whatever the instant.
 * The statement of an area has the tables of its covering; events in boundary cells are counted one by one.
 */
export const exactTotal = (parts: ListParts): RawBuilder<number> => {
  const { endsAfter: at, counters, inArea } = parts;
  const conditions = conditionsOf(parts);
  const liveEvents = inArea
    ? sql`select coalesce(sum(part.live), 0) from (
          select part.live from interior, lateral (
            select sum(t.live) as live from listing_counter t where ${counters} and t.cell between low and high offset 0
          ) part
          union all select part.live from boundary, lateral (
            select count(*) as live from event e
            where e.cell between low and high and ${and([live, ...conditions])} offset 0
          ) part
        ) part`
    : sql`select coalesce(sum(t.live), 0) from listing_counter t where ${counters} and t.cell = ${worldCell}`;
  return sql<number>`(
    (${liveEvents})
    - (select count(*) from event e where ${and([live, endsUntil(at), ...conditions])})
    + (select count(*) from event e where ${and([ended, endsAfter(at), ...conditions])})
  )::int`;
};
