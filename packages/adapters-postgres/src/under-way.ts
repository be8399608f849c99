import { type RawBuilder, sql } from 'kysely';
import type { ListingParts } from './listed-order.ts';
import { and, listed } from './listing-conditions.ts';

type Earliest = Pick<ListingParts, 'endsAfter' | 'meridians'>;

/**
 * Most events are over within a day, so those under way at an instant are among the ones that began in the day before
 * it. The few that last longer have an index of their own, by time and longitude.
 */
const day = sql`interval '24 hours'`;
const isLong = sql`e.end_at - e.start_at > ${day}`;

/** What began earlier and is under way at the earliest instant is long. */
export const dayBefore = ({ endsAfter: at }: Earliest): RawBuilder<unknown> => sql`${at} - ${day}`;

/** The long events under way at the earliest instant. */
export const longUnderWay = (
  { endsAfter: at, meridians }: Earliest,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const across = sql`time_between_meridians(e.start_at, e.end_at, e.lng, e.lng)
    && time_between_meridians(${at}, ${at}, spans.west, spans.east)`;
  return sql`
    select e.id, e.start_at from ${meridians} spans, lateral (
      select e.id, e.start_at from event e
      where ${and([listed, isLong, across, sql`e.start_at <= ${at} and e.end_at > ${at}`, ...conditions])} offset 0
    ) e`;
};

/** All others that end after the earliest instant: the short ones under way, and those that begin later. */
export const otherwise = (
  earliest: Earliest,
  conditions: readonly RawBuilder<unknown>[],
  state: RawBuilder<boolean> = listed,
): RawBuilder<unknown> => {
  const at = earliest.endsAfter;
  return and([
    state,
    sql`e.start_at > ${dayBefore(earliest)}`,
    sql`(e.start_at > ${at} or e.end_at > ${at} and not ${isLong})`,
    ...conditions,
  ]);
};
