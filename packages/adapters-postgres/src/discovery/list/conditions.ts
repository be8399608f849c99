import { type RawBuilder, sql } from 'kysely';

/** Events that lists show at all: the text equals the predicates of the partial indexes, so that these are used. */
export const listed: RawBuilder<boolean> = sql`e.visibility = 'public' and e.status = 'scheduled'`;
/** Listed events that had not ended when the sweep last ran. */
export const live: RawBuilder<boolean> = sql`${listed} and e.is_live`;
/** Listed events that the sweep has flagged as ended. */
export const ended: RawBuilder<boolean> = sql`${listed} and not e.is_live`;

/**
 * Bounds that are open to one side name both. The planner, which does not know the value, then expects a small part of
 * the index and not a third of the table, for which it would start parallel workers.
 */
export const endsUntil = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.end_at > '-infinity' and e.end_at <= ${at}`;
export const endsAfter = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.end_at > ${at} and e.end_at < 'infinity'`;
/** Equal to `endsAfter`, in a form that no index over ends serves: rows keep another index's order. */
export const isNotEnded = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.end_at - interval '0' > ${at}`;

export const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([...parts], sql` and `);
