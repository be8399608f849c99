import { type RawBuilder, sql } from 'kysely';
import { and, ended, endsAfter, isNotEnded, live } from './conditions.ts';
import { conditionsOf, type ListParts, pageTables } from './list-parts.ts';
import { dayOf, lastInstant, ongoingForDays, startsInWindow } from './ongoing.ts';

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

/**
 * All matches in the cells, tested one by one. Hardly any event that is flagged as ended ends later than now, and those are
 * read by their ends; later than an earlier instant many may end, which their cells find.
 * @param columns of the event `e`, which the indexes of cells and of ends hold
 */
export const cellMatches = (parts: ListParts, columns: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { endsAfter: at, inWindow, isDated } = parts;
  const ofCells = (state: RawBuilder<boolean>) =>
    bothParts(
      parts,
      (ranges, conditions) => sql`
      (select e.* from ${ranges}, lateral (
        select ${columns} from event e
        where e.cell between low and high
          and ${and([state, isNotEnded(at), ...(inWindow ? [inWindow] : []), ...conditions])} offset 0
      ) e)`,
    );
  const endedEvents = isDated
    ? ofCells(ended)
    : sql`select ${columns} from event e where ${and([ended, endsAfter(at), ...conditionsOf(parts)])}`;
  return sql`${ofCells(live)} union all ${endedEvents}`;
};

/** The tables `total` and `page`: all events of the cells. */
export const cells = (parts: ListParts): RawBuilder<unknown> => sql`
  found as materialized (${cellMatches(parts, sql`e.id, e.start_at`)}),
  ${pageTables(parts)}`;

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
    ${pageTables(parts)}`;
};
