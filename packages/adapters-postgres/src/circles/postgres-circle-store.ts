import {
  type Circle,
  type CircleId,
  type CircleStore,
  limitFor,
  offsetOf,
  type User,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { listPeople } from '../list-people.ts';

const columns = [
  'c.id',
  'c.owner_id as ownerId',
  'c.name',
  'c.created_at as createdAt',
  sql<number>`(select count(*)::int from circle_member m where m.circle_id = c.id)`.as('memberCount'),
] as const;

export const postgresCircleStore = (db: Database): CircleStore => ({
  // The circle of an erased account is gone as if it had been added before.
  add: ({ id, ownerId, name, createdAt }, limit) =>
    inTransaction(db, async (inside) => {
      // The lock on the owner's row serialises parallel calls, so that they cannot exceed the limit together.
      const { rows: owners } = await sql<Pick<User, 'role' | 'createdAt'>>`
        select role, created_at as "createdAt" from app_user
        where id = ${ownerId} and erased_at is null for no key update`.execute(inside);
      if (owners.length === 0) return 'added';
      const most = limit && owners[0] ? limitFor(owners[0], limit) : null;
      const { rows } = await sql`insert into circle (id, owner_id, name, created_at)
        select ${id}::uuid, ${ownerId}::uuid, ${name}, ${createdAt}::timestamptz
        where ${most}::int is null or (select count(*) from circle where owner_id = ${ownerId}) < ${most}::int
        returning id`.execute(inside);
      return rows.length > 0 || most === null ? 'added' : { limit: most };
    }),
  exists: async (id) =>
    (await db.selectFrom('circle').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  list: async (owner, page) => {
    const items = await db
      .selectFrom('circle as c')
      .select(columns)
      .where('c.owner_id', '=', owner)
      .orderBy(sql`c.name collate "C"`)
      .orderBy('c.id')
      .offset(offsetOf(page))
      .limit(page.limit)
      .$castTo<Circle>()
      .execute();
    const { total } = await db
      .selectFrom('circle')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('owner_id', '=', owner)
      .executeTakeFirstOrThrow();
    return { ...page, items, total };
  },
  rename: async (id, owner, name) => {
    const circle = await db
      .updateTable('circle as c')
      .set({ name })
      .where('c.id', '=', id)
      .where('c.owner_id', '=', owner)
      .where('c.name', '<>', name)
      .returning(columns)
      .$castTo<Circle>()
      .executeTakeFirst();
    return circle ?? find(db, id, owner);
  },
  remove: async (id, owner) => {
    const deletion = await db
      .deleteFrom('circle')
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .executeTakeFirst();
    return deletion.numDeletedRows > 0n;
  },
  members: async (id, owner, page) => {
    const circle = await find(db, id, owner);
    if (!circle) return null;
    const members = db.selectFrom('circle_member').select('user_id').where('circle_id', '=', id);
    const items = await listPeople(db, members.$asScalar(), page);
    return { ...page, items, total: circle.memberCount };
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
        with new_members as (
          select u.id from app_user u
          where u.id = any(${[...users]}::uuid[]) and u.erased_at is null
            and not exists (select from circle_member m where m.circle_id = ${id} and m.user_id = u.id)
        ),
        verdict as (
          select (select count(*) from new_members) + (select count(*) from circle_member where circle_id = ${id})
            > ${limit}::int as full
        ),
        insertions as (
          insert into circle_member (circle_id, user_id)
          select ${id}::uuid, new_members.id from new_members, verdict where not verdict.full
        )
        select "full" from verdict`.execute(inside);
      return outcome[0]?.full ? 'full' : find(inside, id, owner);
    }),
  removeMember: async (id, owner, user) => {
    // Atomic: tells a circle of another owner from a user who is no member.
    const { rows } = await sql`
      with own_circle as (select id from circle where id = ${id} and owner_id = ${owner}),
      removals as (delete from circle_member using own_circle where circle_id = own_circle.id and user_id = ${user})
      select from own_circle`.execute(db);
    return rows.length > 0;
  },
});

const find = async (db: Database, id: CircleId, owner: UserId): Promise<Circle | null> => {
  const circle = await db
    .selectFrom('circle as c')
    .select(columns)
    .where('c.id', '=', id)
    .where('c.owner_id', '=', owner)
    .$castTo<Circle>()
    .executeTakeFirst();
  return circle ?? null;
};
