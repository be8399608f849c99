import {
  type EventId,
  type JudgedPicture,
  type OwnPicture,
  offsetOf,
  type PictureId,
  type PictureRecord,
  type PictureRecords,
  type PictureScope,
  picturePolicy,
  type UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';

const recordColumns = sql`p.id, p.owner_id as "ownerId", p.width, p.height, p.thumbhash, p.created_at as "createdAt",
  p.aside_key as "asideKey", p.aside_since as "asideSince", p.unused_since as "unusedSince"`;

const isActive = (user: RawBuilder<unknown>) => sql`
  exists (select from app_user a where a.id = ${user} and a.suspended_at is null and a.erased_at is null)`;

const eventsOf = (condition: RawBuilder<unknown> = sql`true`) => sql`
  exists (select from event e where picture_of(e.cover_url) = p.id and ${condition})`;

const isOfPerson = (condition: RawBuilder<unknown> = sql`true`) => sql`
  exists (select from app_user u where picture_of(u.avatar) = p.id and ${condition})`;

/** Whether the files of a picture `p` may be fetched, as `JudgedPicture` says. */
const isShown = sql<boolean>`(
  ${eventsOf(sql`e.take_down is null and ${isActive(sql`e.organizer_id`)}`)}
  or ${isOfPerson(sql`u.suspended_at is null`)}
  or ${isActive(sql`p.owner_id`)} and not ${eventsOf(sql`e.take_down is not null`)}
)`;

const isUsed = sql<boolean>`(
  ${eventsOf()} or ${isOfPerson()}
  or exists (select from event_series s where picture_of(s.draft ->> 'coverUrl') = p.id)
)`;

const judgedColumns = sql`${recordColumns}, ${isShown} as "isShown"`;

const inScope = (scope: PictureScope): RawBuilder<unknown> => {
  if ('pictureId' in scope) return sql`p.id = ${scope.pictureId}`;
  const ofEvents = (condition: RawBuilder<unknown>) => sql`
    select picture_of(e.cover_url) from event e where picture_of(e.cover_url) is not null and ${condition}`;
  // An "or" of both would read all pictures.
  return 'eventId' in scope
    ? sql`p.id in (${ofEvents(sql`e.id = ${scope.eventId}`)})`
    : sql`p.id in (
        select o.id from picture o where o.owner_id = ${scope.userId}
        union ${ofEvents(sql`e.organizer_id = ${scope.userId}`)}
      )`;
};

const pageSize = 1_000;
const batchSize = 100;

/**
 * Removes pictures, and what shows them has the default one. Rows are locked as who writes them does, then pictures; those that
 * began to show one before it was locked are found by the statements that follow.
 */
const remove = (
  db: Database,
  ids: readonly PictureId[],
  condition: RawBuilder<unknown>,
): Promise<readonly PictureRecord[]> =>
  inTransaction(db, async (inside) => {
    const among = sql`any(${[...ids]}::text[])`;
    await sql`select from app_user where picture_of(avatar) = ${among} order by id for no key update`.execute(
      inside,
    );
    await sql`select from event_series where picture_of(draft ->> 'coverUrl') = ${among} order by id
      for no key update`.execute(inside);
    await sql`select from event where picture_of(cover_url) = ${among} order by id for no key update`.execute(
      inside,
    );
    const { rows } = await sql<PictureRecord>`
      delete from picture p where p.id = ${among} and ${condition} returning ${recordColumns}`.execute(
      inside,
    );
    const removed = sql`any(${rows.map(({ id }) => id)}::text[])`;
    await sql`update app_user set avatar = null where picture_of(avatar) = ${removed}`.execute(inside);
    await sql`update event_series set draft = jsonb_set(draft, '{coverUrl}', 'null')
      where picture_of(draft ->> 'coverUrl') = ${removed}`.execute(inside);
    await sql`update event set cover_url = null, sequence = sequence + 1
      where picture_of(cover_url) = ${removed}`.execute(inside);
    return rows;
  });

export const postgresPictureRecords = (db: Database): PictureRecords => {
  const judged = async (condition: RawBuilder<unknown>): Promise<readonly JudgedPicture[]> =>
    (
      await sql<JudgedPicture>`select ${judgedColumns} from picture p where ${condition}
        order by p.id limit ${pageSize}`.execute(db)
    ).rows;
  const count = async (owner: UserId): Promise<number> => {
    const { total } = await db
      .selectFrom('picture')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('owner_id', '=', owner)
      .executeTakeFirstOrThrow();
    return Number(total);
  };

  return {
    add: (picture, most) =>
      inTransaction(db, async (inside) => {
        const { id, ownerId, width, height, thumbhash, createdAt, asideKey, unusedSince } = picture;
        // The lock on the owner's row serialises parallel calls, so that they cannot exceed the limit together.
        const { rows: owners } = await sql`
          select from app_user where id = ${ownerId} and erased_at is null for no key update`.execute(inside);
        if (owners.length === 0) return false;
        const { rows } = await sql`
          insert into picture (id, owner_id, width, height, thumbhash, created_at, aside_key, unused_since)
          select ${id}, ${ownerId}::uuid, ${width}::int, ${height}::int, ${thumbhash}, ${createdAt}::timestamptz,
            ${asideKey}, ${unusedSince}::timestamptz
          where ${most}::int is null or (select count(*) from picture where owner_id = ${ownerId}) < ${most}::int
          returning id`.execute(inside);
        return rows.length > 0;
      }),
    count,
    find: async (id) => (await judged(sql`p.id = ${id}`))[0] ?? null,
    page: (after) => judged(sql`p.id > ${after}`),
    judge: (scope) => judged(inScope(scope)),
    list: async (owner, page) => {
      const { rows } = await sql<Omit<OwnPicture, 'usedBy'> & { events: EventId[]; avatar: boolean }>`
        select p.id, p.width, p.height, p.thumbhash, p.created_at as "createdAt",
          array(
            select e.id::text from event e where picture_of(e.cover_url) = p.id order by e.id limit ${picturePolicy.usedByEvents}
          ) as events,
          ${isOfPerson()} as avatar
        from picture p where p.owner_id = ${owner}
        order by p.created_at desc, p.id offset ${offsetOf(page)} limit ${page.limit}`.execute(db);
      const items = rows.map(({ events, avatar, ...picture }) => ({
        ...picture,
        usedBy: avatar ? [...events, 'avatar'] : events,
      }));
      return { ...page, items, total: await count(owner) };
    },
    remove: async (id, owner) =>
      (await remove(db, [id], owner === null ? sql`true` : sql`p.owner_id = ${owner}`)).length > 0,
    noteAside: async (id, since) => {
      await db.updateTable('picture').set({ aside_since: since }).where('id', '=', id).execute();
    },
    noteUnused: async (at) => {
      for (let after: string | null = ''; after !== null; ) {
        const { rows } = await sql<{ last: string | null }>`
          with batch as materialized (
            select p.id, ${isUsed} as is_used from picture p
            where p.id > ${after} order by p.id limit ${pageSize}
          ),
          changes as (
            update picture p set unused_since = case when b.is_used then null else ${at}::timestamptz end
            from batch b where b.id = p.id and (p.unused_since is null) <> b.is_used
          )
          select max(id) as last from batch`.execute(db);
        after = rows[0]?.last ?? null;
      }
    },
    removeSpent: async (unusedBefore, asideBefore) => {
      const isSpent = sql`(
        p.unused_since < ${unusedBefore}::timestamptz or p.aside_since < ${asideBefore}::timestamptz
        or exists (select from app_user a where a.id = p.owner_id and a.erased_at is not null) and not ${isShown}
      )`;
      const { rows } = await sql<{ id: string }>`
        select p.id from picture p where ${isSpent} limit ${batchSize}`.execute(db);
      if (rows.length === 0) return [];
      return remove(
        db,
        rows.map(({ id }) => id),
        isSpent,
      );
    },
  };
};
