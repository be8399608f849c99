import {
  type EventId,
  type KeyedHashes,
  type PublicUser,
  type User,
  type UserId,
  UsernameTaken,
  type UserStore,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { moveTogether } from '../bookings/move-together.ts';
import { toColumns } from '../columns.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { cancelEvents } from '../events/cancel-events.ts';
import { deleteRowsOf } from '../personal-data/person-rows.ts';
import { erasedAccounts } from './erased-accounts.ts';

const columns = [
  'id',
  'phone',
  'name',
  'username',
  'avatar',
  'bio',
  'role',
  'city',
  'email',
  'locale',
  'peaces_balance as peacesBalance',
  'metadata',
  'created_at as createdAt',
  'suspended_at as suspendedAt',
  'suspension_reason as suspensionReason',
] as const;

/** @param phoneHashes absent in programs that erase no accounts */
export const postgresUserStore = (db: Database, phoneHashes?: KeyedHashes): UserStore => {
  const users = () => db.selectFrom('app_user').select(columns).$castTo<User>();
  const findByPhone = async (phone: string): Promise<User | null> =>
    (await users().where('phone', '=', phone).executeTakeFirst()) ?? null;
  const find = async (id: UserId): Promise<User | null> =>
    (await users().where('id', '=', id).where('erased_at', 'is', null).executeTakeFirst()) ?? null;
  return {
    signUp: async (user) => {
      const existing = await findByPhone(user.phone);
      if (existing) return { user: existing, isNew: false };
      // Either unique index may reject the row: a parallel sign-up with the phone, or a username that is taken.
      const isAdded = await inTransaction(db, async (inside) => {
        const row = await inside
          .insertInto('app_user')
          .values(toColumns(user))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if ((row.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
        // After the insertion, which waits for an erasure of the phone.
        await erasedAccounts(inside, phoneHashes).inherit(user.phone, user.id, user.createdAt);
        return true;
      });
      if (isAdded) return { user, isNew: true };
      const winner = await findByPhone(user.phone);
      if (!winner) throw new UsernameTaken();
      return { user: winner, isNew: false };
    },
    find,
    findByPhone,
    findByUsername: async (username) => {
      const user = await db
        .selectFrom('app_user')
        .select(['id', 'name', 'username', 'avatar'])
        .where(sql`lower(username)`, '=', sql`lower(${username})`)
        .$castTo<PublicUser>()
        .executeTakeFirst();
      return user ?? null;
    },
    update: async (id, { name, username, avatar, bio, city, locale, metadata }, before) => {
      // The statement checks the username; the unique index decides between parallel updates.
      const isTaken = sql<boolean>`exists (
        select from app_user other where lower(other.username) = lower(${username ?? null}) and other.id <> ${id}
      )`;
      try {
        const user = await db
          .updateTable('app_user')
          // Kysely leaves undefined values out; the id keeps an update without changes valid.
          .set({ id, name, username, avatar, bio, city, locale, metadata })
          .where('id', '=', id)
          .where('erased_at', 'is', null)
          .where(({ not }) => not(isTaken))
          .where(before ? sql<boolean>`metadata = ${before}::jsonb` : sql<boolean>`true`)
          .returning(columns)
          .$castTo<User>()
          .executeTakeFirst();
        if (user) return user;
        const current = await find(id);
        if (!current) return null;
        const isSame = !before || JSON.stringify(current.metadata) === JSON.stringify(before);
        return isSame && username !== undefined ? 'username_taken' : 'outdated';
      } catch (error) {
        if ((error as { constraint?: unknown }).constraint === 'app_user_username_unique')
          return 'username_taken';
        throw error;
      }
    },
    erase: (id, at) => inTransaction(db, (inside) => erase(inside, id, at, phoneHashes)),
  };
};

const erase = async (
  db: Database,
  id: UserId,
  at: Date,
  phoneHashes: KeyedHashes | undefined,
): Promise<boolean> => {
  // Series are locked before accounts, as by those who extend and answer them.
  await sql`
    with own_series as materialized (select id from event_series where organizer_id = ${id} order by id for update)
    update event_series s set is_cancelled = true, extend_at = null from own_series where s.id = own_series.id`.execute(
    db,
  );
  const account = await db
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return false;
  await db
    .updateTable('app_user')
    .set({ phone: null, name: '', username: null, avatar: null, bio: '', city: '', erased_at: at })
    .set({ email: null, locale: null, metadata: {} })
    .set({ suspended_at: null, suspension_reason: null })
    .where('id', '=', id)
    .execute();
  // Events are locked before the rows that refer to them, as when an event is removed.
  await sql`select from event where id in (
      select event_id from invitation where user_id = ${id} or accepted_by = ${id}
      union all select event_id from link_join where user_id = ${id}
      union all select event_id from removed_guest where user_id = ${id}
      union all select event_id from saved where user_id = ${id}
      union all select event_id from event_admin where user_id = ${id}
      union all select event_id from booking where user_id = ${id}
      union all select event_id from rsvp where user_id = ${id}
    ) order by id for key share`.execute(db);
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  const isKept =
    account.phone !== null && (await erasedAccounts(db, phoneHashes).remember(account.phone, id, at));
  await deleteRowsOf(db, id, isKept);
  // Circles are locked before their members, and members in one order: two erased users may be in each other's circles.
  await sql`select from circle where owner_id = ${id} order by id for update`.execute(db);
  await sql`
    with memberships as materialized (
      select circle_id, user_id from circle_member
      where user_id = ${id} or circle_id in (select id from circle where owner_id = ${id})
      order by circle_id, user_id for update
    )
    delete from circle_member m using memberships where m.circle_id = memberships.circle_id and m.user_id = memberships.user_id`.execute(
    db,
  );
  await db.deleteFrom('circle').where('owner_id', '=', id).execute();
  await db.deleteFrom('webhook').where('owner_id', '=', id).execute();
  await cancelEvents(db, sql`organizer_id = ${id} and (end_at > ${at} or status = 'postponed')`, id, at);
  // The counters are locked in one order, so that two erasures cannot deadlock.
  await sql`
    select from event_stats where event_id in (
      select event_id from rsvp where user_id = ${id} union all select event_id from booking where user_id = ${id}
    ) order by event_id for no key update`.execute(db);
  const bookings = await db.selectFrom('booking').select('event_id').where('user_id', '=', id).execute();
  await moveTogether(
    db,
    bookings.map(({ event_id }) => ({
      event: event_id as EventId,
      user: id,
      move: { kind: 'cancel' },
      at,
      isByOther: true,
    })),
  );
  const answers = await db
    .deleteFrom('rsvp')
    .where('user_id', '=', id)
    .returning(['event_id', 'state'])
    .execute();
  if (answers.length === 0) return true;
  const json = JSON.stringify(answers);
  await sql`
    with messages as (
      insert into outbox (id, kind, event_id, user_id, data, at, due_at)
      select gen_random_uuid(), 'rsvp.changed', e.id, ${id}::uuid, '{"status": null}', ${at}::timestamptz,
        ${at}::timestamptz
      from json_to_recordset(${json}::json) as a (event_id uuid) join event e on e.id = a.event_id
      where has_listener('rsvp.changed', e.id, e.organizer_id)
    ),
    rsvp_counts as materialized (
      select s.event_id, s.going, s.interested, a.state from event_stats s
      join json_to_recordset(${json}::json) as a (event_id uuid, state text) using (event_id)
      order by s.event_id for no key update of s
    )
    update event_stats s set
      going = rsvp_counts.going - (rsvp_counts.state = 'going')::int,
      interested = rsvp_counts.interested - (rsvp_counts.state = 'interested')::int
    from rsvp_counts where rsvp_counts.event_id = s.event_id`.execute(db);
  return true;
};
