import { type RawBuilder, sql } from 'kysely';

/** What is in lists at all: written as the partial indexes are, so that they serve. */
export const listed: RawBuilder<boolean> = sql`e.visibility = 'public' and e.status = 'scheduled'`;
/** Listed events that had not ended when somebody last looked: all but a few still have not. */
export const live: RawBuilder<boolean> = sql`${listed} and e.is_live`;
/** Listed events that were seen to have ended. */
export const over: RawBuilder<boolean> = sql`${listed} and not e.is_live`;

/**
 * Bounds that are open to one side name both, so that the planner, who does not know the value, expects a part of
 * the index and not a third of the table (and starts no parallel workers for it).
 */
export const endsUntil = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.end_at > '-infinity' and e.end_at <= ${at}`;
export const endsAfter = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.end_at > ${at} and e.end_at < 'infinity'`;
/** The same, said so that no index over ends serves: the events come in another order and are tested one by one. */
export const isNotOver = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.end_at - interval '0' > ${at}`;

export const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([...parts], sql` and `);
