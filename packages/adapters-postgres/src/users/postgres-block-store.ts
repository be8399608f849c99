import type { BlockStore } from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { listPeople } from '../list-people.ts';

export const postgresBlockStore = (db: Database): BlockStore => ({
  add: (user, other, limit) =>
    inTransaction(db, async (inside) => {
      // The lock on the blocking user's row serialises parallel calls, so that they cannot exceed the limit together.
      const { rows: ownRows } = await sql`select from app_user where id = ${user} and erased_at is null
        for no key update`.execute(inside);
      if (ownRows.length === 0) return 'unknown';
      const { rows } = await sql<{ isKnown: boolean; isBlocked: boolean }>`
        with other_user as (select id from app_user where id = ${other} and erased_at is null for key share),
        insertion as (
          insert into blocked_user (user_id, blocked_id)
          select ${user}::uuid, id from other_user
          where (
            select count(*) from blocked_user b join app_user u on u.id = b.blocked_id
            where b.user_id = ${user} and u.erased_at is null
          ) < ${limit}::int
          on conflict do nothing returning 1
        )
        select exists (select from other_user) as "isKnown", exists (select from insertion)
          or exists (select from blocked_user where user_id = ${user} and blocked_id = ${other}) as "isBlocked"`.execute(
        inside,
      );
      if (!rows[0]?.isKnown) return 'unknown';
      return rows[0].isBlocked ? 'blocked' : 'full';
    }),
  remove: async (user, other) => {
    await db.deleteFrom('blocked_user').where('user_id', '=', user).where('blocked_id', '=', other).execute();
  },
  list: async (user, page) => {
    const blockedIds = db
      .selectFrom('blocked_user as b')
      .innerJoin('app_user as o', 'o.id', 'b.blocked_id')
      .where('b.user_id', '=', user)
      .where('o.erased_at', 'is', null);
    const items = await listPeople(db, blockedIds.select('b.blocked_id').$asScalar(), page);
    const { total } = await blockedIds
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { ...page, items, total };
  },
});
