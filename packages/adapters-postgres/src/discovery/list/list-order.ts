import { type RawBuilder, sql } from 'kysely';
import { and, endsAfter, isNotOver, live, over } from './list-conditions.ts';
import { liveTotal, tallyOf } from './live-total.ts';
import { dayOf, lastInstant, otherwise, otherwiseUntil, pastMidnight } from './ongoing-events.ts';

/** How a list's values are written in its statement; parts that are null do not narrow it. */
export interface ListingParts {
  /**
   * Whether a person asked for no dates (then `endsAfter` is now), for an earliest one, or for a latest one; `days` when
   * that is some days later at most.
   */
  readonly dates: 'upcoming' | 'from' | 'window' | 'days';
  readonly endsAfter: RawBuilder<unknown>;
  readonly startsBefore: RawBuilder<unknown>;
  readonly category: RawBuilder<unknown> | null;
  /** The test of the distance; the statement then has the ranges of cells as `inside` and `edge`. */
  readonly area: RawBuilder<unknown> | null;
  /** The meridians that the area, or the world, lies between: a table of `west` and `east`. */
  readonly meridians: RawBuilder<unknown>;
  readonly first: RawBuilder<unknown>;
  readonly count: RawBuilder<unknown>;
  /** `first` and `count` together. */
  readonly end: RawBuilder<unknown>;
}

/**
 * The tables `total` (one row, `total`) and `page` (`id` and `start_at`), for a list by time.
 *
 * Without a latest date the total comes from the tally; with one the matches are counted, as a window of dates holds
 * few. In an area a page is read in order of beginning when the area is crowded, since the first few are soon found;
 * else all events of its cells are looked at. Which of the two, the statement itself decides by what it has counted.
 */
export const pageOf = (parts: ListingParts): RawBuilder<unknown> => {
  if (parts.dates === 'upcoming' || parts.dates === 'from') return openPage(parts);
  if (!parts.area) return windowPage(parts);
  return parts.dates === 'days' ? daysPageInArea(parts) : windowPageInArea(parts);
};

/** All but the earliest instant. */
const conditionsOf = ({
  dates,
  startsBefore,
  category,
  area,
}: ListingParts): readonly RawBuilder<unknown>[] => [
  ...(dates === 'window' || dates === 'days' ? [sql`e.start_at < ${startsBefore}`] : []),
  ...(category ? [sql`e.category = ${category}`] : []),
  ...(area ? [area] : []),
];

const sorted = (matches: RawBuilder<unknown>, { first, count }: ListingParts): RawBuilder<unknown> => sql`
  select id, start_at from (${matches}) found order by start_at, id offset ${first} limit ${count}`;

const openPage = (parts: ListingParts): RawBuilder<unknown> => {
  const { category, area, end } = parts;
  if (!area)
    return sql`total as materialized (select ${liveTotal(parts)} as total),
      page as materialized (${sorted(inOrder(parts), parts)})`;
  return sql`total as materialized (select ${liveTotal(parts)} as total),
    crowd as materialized (
      select total::float8 * total > ${end}::float8 * (
        select coalesce(sum(t.live), 0) from listing_tally t
        where ${tallyOf(category)} and t.cell = -1
      ) as is_crowded from total
    ),
    page as materialized (${sorted(sql`${inOrder(parts)} union all (select * from (${inCells(parts)}) e order by e.start_at, e.id limit ${end})`, parts)})`;
};

/** The first matches, read from an index in order. The one over live events begins with those under way. */
const inOrder = (parts: ListingParts): RawBuilder<unknown> => {
  const conditions = [...conditionsOf(parts), ...(parts.area ? [sql`(select is_crowded from crowd)`] : [])];
  const first = (source: RawBuilder<unknown>) =>
    sql`(select e.id, e.start_at from ${source} order by e.start_at, e.id limit ${parts.end})`;
  if (parts.dates === 'upcoming')
    return sql`${first(sql`event e where ${and([live, isNotOver(parts.endsAfter), ...conditions])}`)}
      union all ${first(sql`(
        select e.id, e.start_at from event e where ${and([over, endsAfter(parts.endsAfter), ...conditions])} offset 0
      ) e`)}`;
  return sql`${first(sql`(${pastMidnight(parts, conditions)}) e`)}
    union all ${first(sql`event e where ${otherwise(parts, conditions)}`)}`;
};

/** All events of the cells; those over by their ends, as hardly any of them is still to come. */
const inCells = (parts: ListingParts): RawBuilder<unknown> => {
  const conditions = conditionsOf(parts);
  return sql`
    select e.id, e.start_at
    from (select * from inside union all select * from edge) cells, lateral (
      select e.id, e.start_at from event e
      where e.cell between low and high and ${and([live, isNotOver(parts.endsAfter), ...conditions])} offset 0
    ) e
    where not (select is_crowded from crowd)
    union all
    select e.id, e.start_at from event e
    where ${and([over, endsAfter(parts.endsAfter), ...conditions, sql`not (select is_crowded from crowd)`])}`;
};

const windowPage = (parts: ListingParts): RawBuilder<unknown> => {
  const conditions = conditionsOf(parts);
  return sql`total as materialized (
      select (select count(*)::int from (${pastMidnight(parts, conditions)}) e)
        + (select count(*)::int from event e where ${otherwise(parts, conditions)}) as total
    ),
    page as materialized (${sorted(inOrder(parts), parts)})`;
};

/** All matches at once, day by day and range of cells by range of cells. */
const daysPageInArea = (parts: ListingParts): RawBuilder<unknown> => {
  const { category, area } = parts;
  const inside = category ? [sql`e.category = ${category}`] : [];
  const ofCells = (cells: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => sql`
    select e.id, e.start_at from days, ${cells}, lateral (
      select e.id, e.start_at from event e
      where ${dayOf(sql`e.start_at`)} = days.day and e.cell between low and high
        and ${otherwiseUntil(parts, conditions)} offset 0
    ) e`;
  return sql`days as materialized (
      select ${dayOf(parts.endsAfter)} + n as day
      from generate_series(0, ${dayOf(lastInstant(parts))} - ${dayOf(parts.endsAfter)}) n
    ),
    found as materialized (
      select * from (${pastMidnight(parts, conditionsOf(parts))}) e
      union all (${ofCells(sql`inside`, inside)})
      union all (${ofCells(sql`edge`, area ? [...inside, area] : inside)})
    ),
    ${pageOfFound(parts)}`;
};

/** Looking into cells costs about as much as reading the window of dates when it holds this part of the area's events. */
const windowShare = 5;

/**
 * All matches at once. The window of dates is read up to where looking into each cell of the area would have been
 * less work; beyond, the cells are looked into.
 */
const windowPageInArea = (parts: ListingParts): RawBuilder<unknown> => {
  const { category } = parts;
  const conditions = conditionsOf(parts);
  const tally = sql`(select * from inside union all select * from edge) ranges, lateral (
    select t.cell, t.listed from listing_tally t
    where ${tallyOf(category)} and t.cell between low and high offset 0
  ) t`;
  const inCell = (state: RawBuilder<boolean>) => sql`
    select e.id, e.start_at from cells, lateral (
      select e.id, e.start_at from event e where e.cell = cells.cell and ${otherwise(parts, conditions, state)} offset 0
    ) e`;
  return sql`most as materialized (select coalesce(sum(listed), 0) / ${sql.lit(windowShare)} + 100 as rows from ${tally}),
    dated as materialized (
      select e.id, e.start_at, e.lat, e.lng from event e
      where ${otherwise(parts, conditionsOf({ ...parts, area: null }))}
      limit (select rows + 1 from most)
    ),
    whole as materialized (select count(*) <= (select rows from most) as is_so from dated),
    cells as materialized (select distinct t.cell from ${tally} where not (select is_so from whole)),
    found as materialized (
      select * from (${pastMidnight(parts, conditions)}) e
      union all select e.id, e.start_at from dated e where (select is_so from whole) and ${parts.area}
      union all (${inCell(live)})
      union all (${inCell(over)})
    ),
    ${pageOfFound(parts)}`;
};

const pageOfFound = (parts: ListingParts): RawBuilder<unknown> => sql`
    total as materialized (select count(*)::int as total from found),
    page as materialized (${sorted(sql`select * from found`, parts)})`;
