import { type RawBuilder, sql } from 'kysely';
import { and, listed } from './list-conditions.ts';
import type { ListingParts } from './list-order.ts';

type Earliest = Pick<ListingParts, 'endsAfter' | 'meridians'>;

/** The day in UTC. */
export const dayOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${at}) at time zone 'UTC')::date`;

/**
 * Most events end on the day that they begin, so those under way at an instant are among the ones of its day. The few
 * that run past midnight have an index of their own, by time and longitude.
 */
const runsPastMidnight = sql`${dayOf(sql`e.start_at`)} < ${dayOf(sql`e.end_at`)}`;

/** The last instant before the latest one: a window often ends at midnight, and what begins then is not in it. */
export const lastInstant = ({ startsBefore }: Pick<ListingParts, 'startsBefore'>): RawBuilder<unknown> =>
  sql`${startsBefore} - interval '1 microsecond'`;

/** The events under way at the earliest instant that run past a midnight. */
export const pastMidnight = (
  { endsAfter: at, meridians }: Earliest,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const across = sql`time_between_meridians(e.start_at, e.end_at, e.lng, e.lng)
    && time_between_meridians(${at}, ${at}, spans.west, spans.east)`;
  return sql`
    select e.id, e.start_at from ${meridians} spans, lateral (
      select e.id, e.start_at from event e
      where ${and([listed, runsPastMidnight, across, sql`e.start_at <= ${at} and e.end_at > ${at}`, ...conditions])} offset 0
    ) e`;
};

/** All others that end after the earliest instant: those of its day under way, and those that begin later. */
export const otherwise = (
  earliest: Earliest,
  conditions: readonly RawBuilder<unknown>[],
  state: RawBuilder<boolean> = listed,
): RawBuilder<unknown> => {
  const { endsAfter: at } = earliest;
  return and([
    state,
    sql`e.start_at >= ${dayOf(at)}::timestamp at time zone 'UTC'`,
    sql`(e.start_at > ${at} or ${endsItsDayAfter(at)})`,
    ...conditions,
  ]);
};

/**
 * The same up to a latest instant, where an index gives the right days: one test that PostgreSQL cannot take apart, as
 * it would look for each of its bounds in each cell (section "Multicolumn Indexes", skip scans).
 */
export const otherwiseUntil = (
  parts: Earliest & Pick<ListingParts, 'startsBefore'>,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const { endsAfter: at, startsBefore } = parts;
  const later = sql`e.start_at > ${at} and e.start_at < ${startsBefore}`;
  const earlier = sql`e.start_at <= least(${at}, ${lastInstant(parts)}) and ${endsItsDayAfter(at)}`;
  return and([listed, sql`(${later} or ${earlier})`, ...conditions]);
};

const endsItsDayAfter = (at: RawBuilder<unknown>) => sql`e.end_at > ${at} and not ${runsPastMidnight}`;
