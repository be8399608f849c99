import type { AccountQuota, QuotaSpent, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/** One use of a quota that was counted: `quota` is the limit of the account. */
export interface CountedUse {
  readonly quota: number;
  readonly used: number;
  readonly until: Date;
}

/**
 * The table `counted`, for a statement with a table `known` that has a row when the use is to be counted: it counts a
 * use and has a {@link CountedUse}, but no row for an admin. Refused uses are counted too: the span ends all the same.
 */
export const countUse = (
  user: UserId,
  { budget, limit, span }: AccountQuota,
  at: Date,
): RawBuilder<unknown> => sql`
  limited as materialized (
    select u.id, case when u.created_at > ${limit.youngSince} then ${limit.young}::int else ${limit.usual}::int end as quota
    from app_user u where u.id = ${user} and u.erased_at is null and u.role <> 'admin' and exists (select from known)
  ),
  counted as (
    insert into account_quota as q (user_id, budget, used, until)
    select id, ${budget}, 1, ${new Date(at.getTime() + span)}::timestamptz from limited
    on conflict (user_id, budget) do update set
      used = case when q.until <= ${at} then 1 else q.used + 1 end,
      until = case when q.until <= ${at} then excluded.until else q.until end
    returning (select quota from limited) as quota, used, until
  )`;

/** What a counted use found spent, or null. */
export const spentOf = (use: CountedUse | undefined): QuotaSpent | null =>
  use && use.used > use.quota ? { limit: use.quota, until: use.until } : null;
