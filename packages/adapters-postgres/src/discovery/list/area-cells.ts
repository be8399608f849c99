import { type RawBuilder, sql } from 'kysely';
import { and, ended, endsAfter, isNotEnded, live } from './conditions.ts';
import { conditionsOf, type ListParts, pageOfFound } from './list-parts.ts';
import { dayOf, lastInstant, ongoingForDays, startsInWindow, startsSameDayOrLater } from './ongoing.ts';

/** Reads interior cells without the distance test and boundary cells with it; a window is the reader's own to test. */
const bothParts = (
  parts: ListParts,
  read: (cells: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const boundary = { ...parts, inWindow: null };
  const interior = { ...boundary, inArea: null };
  return sql`${read(sql`interior`, conditionsOf(interior))}
    union all ${read(sql`boundary`, conditionsOf(boundary))}`;
};

/** The tables `total` and `page`: all live events of the cells, and those that were flagged as ended too early. */
export const cells = (parts: ListParts): RawBuilder<unknown> => {
  const { endsAfter: at } = parts;
  const ofCells = bothParts(
    parts,
    (ranges, conditions) => sql`
      (select e.id, e.start_at from ${ranges}, lateral (
        select e.id, e.start_at from event e
        where e.cell between low and high and ${and([live, isNotEnded(at), ...conditions])} offset 0
      ) e)`,
  );
  return sql`found as materialized (
      ${ofCells}
      union all select e.id, e.start_at from event e where ${and([ended, endsAfter(at), ...conditionsOf(parts)])}
    ),
    ${pageOfFound(parts)}`;
};

/** The tables `total` and `page`: each day of the window in each range of cells. */
export const dayCells = (parts: ListParts): RawBuilder<unknown> => {
  const { endsAfter: at, startsBefore } = parts;
  const ofCells = bothParts(
    parts,
    (ranges, conditions) => sql`
      (select e.id, e.start_at from days, ${ranges}, lateral (
        select e.id, e.start_at from event e
        where ${dayOf(sql`e.start_at`)} = days.day and e.cell between low and high
          and ${startsInWindow(at, startsBefore, conditions)} offset 0
      ) e)`,
  );
  return sql`days as materialized (
      select ${dayOf(at)} + n as day
      from generate_series(0, ${dayOf(lastInstant(startsBefore))} - ${dayOf(at)}) n
    ),
    found as materialized (
      select * from (${ongoingForDays(parts, conditionsOf(parts))}) e
      union all ${ofCells}
    ),
    ${pageOfFound(parts)}`;
};

/**
 * The tables `total` and `page`: the window in each cell that has events, which the counters tell. Live and ended events
 * have an index each.
 */
export const cellStarts = (parts: ListParts): RawBuilder<unknown> => {
  const { endsAfter: at, counters, inWindow } = parts;
  const ofCells = bothParts(parts, (ranges, conditions) => {
    const inCells = (state: RawBuilder<boolean>) => sql`
      (select e.id, e.start_at from (
        select distinct t.cell from ${ranges}, lateral (
          select t.cell from listing_counter t where ${counters} and t.cell between low and high offset 0
        ) t
      ) cells, lateral (
        select e.id, e.start_at from event e
        where e.cell = cells.cell
          and ${startsSameDayOrLater(at, inWindow ? [inWindow, ...conditions] : conditions, state)} offset 0
      ) e)`;
    return sql`${inCells(live)} union all ${inCells(ended)}`;
  });
  return sql`found as materialized (
      select * from (${ongoingForDays(parts, conditionsOf(parts))}) e
      union all ${ofCells}
    ),
    ${pageOfFound(parts)}`;
};

/** The tables `total` and `page`: the whole window, with the distance of each event. */
export const windowNear = (parts: ListParts): RawBuilder<unknown> => {
  const conditions = conditionsOf(parts);
  return sql`found as materialized (
      select * from (${ongoingForDays(parts, conditions)}) e
      union all (select e.id, e.start_at from event e where ${startsSameDayOrLater(parts.endsAfter, conditions)} offset 0)
    ),
    ${pageOfFound(parts)}`;
};
