import { type RawBuilder, sql } from 'kysely';
import { and, ended, endsAfter, isNotEnded, listed, live } from './conditions.ts';
import { exactTotal } from './exact-total.ts';
import { conditionsOf, type ListParts, sortedPage } from './list-parts.ts';
import { ongoingForDays, startsSameDayOrLater } from './ongoing.ts';

/** The tables `total` and `page`: live events in start order, which begins with the ongoing ones. */
export const liveStartOrder = (parts: ListParts): RawBuilder<unknown> => {
  const { endsAfter: at } = parts;
  const conditions = conditionsOf(parts);
  const notEnded = firstOf(sql`event e where ${and([live, isNotEnded(at), ...conditions])}`, parts);
  const flaggedTooEarly = firstOf(
    sql`(select e.id, e.start_at from event e where ${and([ended, endsAfter(at), ...conditions])} offset 0) e`,
    parts,
  );
  return sql`total as materialized (select ${exactTotal(parts)} as total),
    page as materialized (${sortedPage(sql`${notEnded} union all ${flaggedTooEarly}`, parts)})`;
};

/**
 * The tables `total` and `page`: listed events in start order from an instant on, first the ongoing ones. The total of a
 * window is that without its end, minus what starts later.
 */
export const startOrder = (parts: ListParts): RawBuilder<unknown> => {
  const endless = { ...parts, inWindow: null };
  const later = sql`(select count(*)::int from event e where ${and([
    listed,
    sql`e.start_at >= ${parts.startsBefore} and e.start_at < 'infinity'`,
    isNotEnded(parts.endsAfter),
    ...conditionsOf(endless),
  ])})`;
  const total = parts.inWindow ? sql`${exactTotal(endless)} - ${later}` : exactTotal(parts);
  return sql`
  total as materialized (select ${total} as total),
  page as materialized (${sortedPage(inStartOrder(parts), parts)})`;
};

/** The tables `total` and `page`: a window of dates in start order, which is counted. */
export const windowInStartOrder = (parts: ListParts): RawBuilder<unknown> => {
  const conditions = conditionsOf(parts);
  return sql`total as materialized (
      select (select count(*)::int from (${ongoingForDays(parts, conditions)}) e)
        + (select count(*)::int from event e where ${startsSameDayOrLater(parts.endsAfter, conditions)}) as total
    ),
    page as materialized (${sortedPage(inStartOrder(parts), parts)})`;
};

const inStartOrder = (parts: ListParts): RawBuilder<unknown> => {
  const conditions = conditionsOf(parts);
  return sql`${firstOf(sql`(${ongoingForDays(parts, conditions)}) e`, parts)}
    union all ${firstOf(sql`event e where ${startsSameDayOrLater(parts.endsAfter, conditions)}`, parts)}`;
};

/** The first rows of a source that a page may need. */
const firstOf = (source: RawBuilder<unknown>, { end }: ListParts): RawBuilder<unknown> =>
  sql`(select e.id, e.start_at from ${source} order by e.start_at, e.id limit ${end})`;
