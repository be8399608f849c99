import type { Circle, CircleId, CircleStore, PublicUser, UserId } from '@event-platform/domain';
import { offsetOf } from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';

const columns = sql`c.id, c.owner_id as "ownerId", c.name, c.created_at as "createdAt",
  (select count(*)::int from circle_member m where m.circle_id = c.id) as "memberCount"`;

export const postgresCircleStore = (db: Database): CircleStore => ({
  add: ({ id, ownerId, name, createdAt }, limit) =>
    inTransaction(db, async (inside) => {
      // The lock on the owner's row serialises parallel calls, so that they cannot exceed the limit together.
      await sql`select from app_user where id = ${ownerId} for no key update`.execute(inside);
      const { rows } = await sql`insert into circle (id, owner_id, name, created_at)
        select ${id}::uuid, ${ownerId}::uuid, ${name}, ${createdAt}::timestamptz
        where (select count(*) from circle where owner_id = ${ownerId}) < ${limit}
        returning id`.execute(inside);
      return rows.length > 0;
    }),
  list: async (owner, page) => {
    const { rows } = await sql<Circle>`select ${columns} from circle c where c.owner_id = ${owner}
      order by c.name collate "C", c.id offset ${offsetOf(page)} limit ${page.limit}`.execute(db);
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from circle where owner_id = ${owner}`.execute(db);
    return { ...page, items: rows, total: counted[0]?.total ?? 0 };
  },
  rename: async (id, owner, name) => {
    const { rows } = await sql<Circle>`update circle c set name = ${name}
      where c.id = ${id} and c.owner_id = ${owner} returning ${columns}`.execute(db);
    return rows[0] ?? null;
  },
  remove: async (id, owner) => {
    const removed = await db
      .deleteFrom('circle')
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  },
  members: async (id, owner, page) => {
    const circle = await find(db, id, owner);
    if (!circle) return null;
    const { rows } = await sql<PublicUser>`select u.id, u.name, u.username, u.avatar
      from circle_member m join app_user u on u.id = m.user_id where m.circle_id = ${id}
      order by u.name collate "C", u.id offset ${offsetOf(page)} limit ${page.limit}`.execute(db);
    return { ...page, items: rows, total: circle.memberCount };
  },
  addMembers: (id, owner, users, limit) =>
    inTransaction(db, async (inside) => {
      // Users are locked before circles, as when a user is erased, and in one order.
      await sql`select from app_user where id = any(${[owner, ...users]}::uuid[]) order by id
        for key share`.execute(inside);
      // Locked first, so that the next statement sees the members that a parallel call added.
      const { rows } =
        await sql`select from circle where id = ${id} and owner_id = ${owner} for no key update`.execute(
          inside,
        );
      if (rows.length === 0) return null;
      const { rows: outcome } = await sql<{ full: boolean }>`
        with fresh as (
          select u.id from app_user u
          where u.id = any(${[...users]}::uuid[]) and u.erased_at is null
            and not exists (select from circle_member m where m.circle_id = ${id} and m.user_id = u.id)
        ),
        verdict as (
          select (select count(*) from fresh) + (select count(*) from circle_member where circle_id = ${id})
            > ${limit}::int as full
        ),
        added as (
          insert into circle_member (circle_id, user_id)
          select ${id}::uuid, fresh.id from fresh, verdict where not verdict.full
        )
        select "full" from verdict`.execute(inside);
      return outcome[0]?.full ? 'full' : find(inside, id, owner);
    }),
  removeMember: async (id, owner, user) => {
    const { rows } = await sql`
      with own as (select id from circle where id = ${id} and owner_id = ${owner}),
      removed as (delete from circle_member using own where circle_id = own.id and user_id = ${user})
      select from own`.execute(db);
    return rows.length > 0;
  },
});

const find = async (db: Database, id: CircleId, owner: UserId): Promise<Circle | null> => {
  const { rows } =
    await sql<Circle>`select ${columns} from circle c where c.id = ${id} and c.owner_id = ${owner}`.execute(
      db,
    );
  return rows[0] ?? null;
};
