import { erasurePolicy, type KeyedHashes, type UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Erasures that a new account of the phone does not undo: removals, blocks by others and budgets stay with the row of the erased. */
export const erasedAccounts = (db: Database, hashes: KeyedHashes | undefined) => ({
  /** Keeps the account findable by its phone. Without hashes nothing is kept. */
  remember: async (phone: string, id: UserId, at: Date): Promise<boolean> => {
    const [current, ...former] = hashes?.of(phone) ?? [];
    if (current === undefined) return false;
    await db
      .deleteFrom('erased_account')
      .where('phone', 'in', [current, ...former])
      .execute();
    await db.insertInto('erased_account').values({ phone: current, user_id: id, erased_at: at }).execute();
    return true;
  },
  /** Gives a new account of the phone what the erased one could not shed. */
  inherit: async (phone: string, heir: UserId, at: Date): Promise<void> => {
    const keys = hashes?.of(phone) ?? [];
    if (keys.length === 0) return;
    const row = await db
      .deleteFrom('erased_account')
      .where('phone', 'in', keys)
      .returning(['user_id', 'erased_at'])
      .execute();
    const since = new Date(at.getTime() - erasurePolicy.retention);
    for (const { user_id: erasedId, erased_at } of row)
      if (erased_at > since) await handOver(db, erasedId as UserId, heir);
      else await forget(db, [erasedId as UserId]);
  },
});

const handOver = async (db: Database, erasedId: UserId, heir: UserId): Promise<void> => {
  await sql`
    with removals as (update removed_guest set user_id = ${heir} where user_id = ${erasedId})
    update blocked_user set blocked_id = ${heir} where blocked_id = ${erasedId}`.execute(db);
  // Keys name the account at different places. The table holds the budgets of a day, and this runs once an erasure.
  await sql`
    update quota_use set key = replace(key, ${erasedId}::text, ${heir}::text)
    where strpos(key, ${erasedId}::text) > 0`.execute(db);
};

const forget = async (db: Database, erasedIds: readonly UserId[]): Promise<void> => {
  await db.deleteFrom('removed_guest').where('user_id', 'in', erasedIds).execute();
  await db.deleteFrom('blocked_user').where('blocked_id', 'in', erasedIds).execute();
};

/** Forgets what was kept of accounts erased before that instant. */
export const forgetErased = async (db: Database, before: Date): Promise<void> => {
  const deletion = await db
    .deleteFrom('erased_account')
    .where('erased_at', '<=', before)
    .returning('user_id')
    .execute();
  if (deletion.length > 0)
    await forget(
      db,
      deletion.map(({ user_id }) => user_id as UserId),
    );
};
