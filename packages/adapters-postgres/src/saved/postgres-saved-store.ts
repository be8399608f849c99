import type { AccountQuota, EventId, QuotaSpent, SavedStore, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { lockEventAndUser } from '../events/lock-event-and-user.ts';
import { type CountedUse, countUse, spentOf } from '../quotas/use-quota.ts';

export const postgresSavedStore = (db: Database): SavedStore => ({
  save: async (event, user, at, quota = null) => {
    if (quota) return saveWithin(db, event, user, at, quota);
    const { rows } = await sql`/* saved-save */
      with known as (${lockEventAndUser(event, user)}),
      added as (
        insert into saved (event_id, user_id, saved_at) select id, ${user}, ${at} from known
        on conflict do nothing
      )
      select from known`.execute(db);
    return rows.length > 0;
  },
  unsave: async (event, user) => {
    const removed = await db
      .deleteFrom('saved')
      .where('event_id', '=', event)
      .where('user_id', '=', user)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  },
});

const saveWithin = async (
  db: Database,
  event: EventId,
  user: UserId,
  at: Date,
  quota: AccountQuota,
): Promise<boolean | QuotaSpent> => {
  const { rows } = await sql<{ [Key in keyof CountedUse]: CountedUse[Key] | null }>`/* saved-save-within */
    with known as (${lockEventAndUser(event, user)}),
    ${countUse(user, quota, at)},
    added as (
      insert into saved (event_id, user_id, saved_at)
      select id, ${user}, ${at} from known where not exists (select from counted where used > quota)
      on conflict do nothing
    )
    select c.quota, c.used, c.until from known left join counted c on true`.execute(db);
  const [use] = rows;
  if (!use) return false;
  return spentOf(use.used === null ? undefined : (use as CountedUse)) ?? true;
};
