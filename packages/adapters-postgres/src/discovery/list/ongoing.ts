import { type RawBuilder, sql } from 'kysely';
import { and, listed } from './conditions.ts';
import type { ListParts } from './list-parts.ts';

/** The day in UTC. */
export const dayOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${at}) at time zone 'UTC')::date`;

/**
 * Most events end on the day (in UTC) that they start, so the ongoing ones are among those of the instant's day. The
 * few that span several days have an index of their own over boxes of time and longitude.
 */
const spansDays = sql`${dayOf(sql`e.start_at`)} < ${dayOf(sql`e.end_at`)}`;

/** The last instant of a window: many end at midnight, and what starts then is not in it. */
export const lastInstant = (startsBefore: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${startsBefore} - interval '1 microsecond'`;

/** Events that are ongoing at the earliest instant and span several days. */
export const ongoingForDays = (
  { endsAfter: at, longitudes }: Pick<ListParts, 'endsAfter' | 'longitudes'>,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const overlaps = sql`time_longitude_box(e.start_at, e.end_at, e.lng, e.lng)
    && time_longitude_box(${at}, ${at}, spans.west, spans.east)`;
  return sql`
    select e.id, e.start_at from ${longitudes} spans, lateral (
      select e.id, e.start_at from event e
      where ${and([listed, spansDays, overlaps, sql`e.start_at <= ${at} and e.end_at > ${at}`, ...conditions])} offset 0
    ) e`;
};

/** Whether one of the other events ends after the earliest instant: it is ongoing on its only day, or starts later. */
export const startsSameDayOrLater = (
  at: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> =>
  and([
    listed,
    sql`e.start_at >= ${dayOf(at)}::timestamp at time zone 'UTC'`,
    sql`(e.start_at > ${at} or ${endsSameDayAfter(at)})`,
    ...conditions,
  ]);

/**
 * `startsSameDayOrLater` within a window whose days an index finds. It is one condition that PostgreSQL cannot take
 * apart; otherwise it would search the index for each bound in each cell (section "Multicolumn Indexes", skip scans).
 */
export const startsInWindow = (
  at: RawBuilder<unknown>,
  startsBefore: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const later = sql`e.start_at > ${at} and e.start_at < ${startsBefore}`;
  const sameDay = sql`e.start_at <= least(${at}, ${lastInstant(startsBefore)}) and ${endsSameDayAfter(at)}`;
  return and([listed, sql`(${later} or ${sameDay})`, ...conditions]);
};

const endsSameDayAfter = (at: RawBuilder<unknown>) => sql`e.end_at > ${at} and not ${spansDays}`;
