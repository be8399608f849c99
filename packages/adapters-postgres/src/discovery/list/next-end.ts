import { type RawBuilder, sql } from 'kysely';
import { and, ended, live } from './conditions.ts';

/** When the next listed event ends after an instant; null when none does. */
export const nextEnd = (at: RawBuilder<unknown>): RawBuilder<Date | null> => {
  const next = (state: typeof live) =>
    sql`(select min(e.end_at) from event e where ${and([state, sql`e.end_at > ${at}`])})`;
  return sql`least(${next(live)}, ${next(ended)})`;
};
