import type { AccountCounts, ModerationStore, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import type { StoredCause } from '../events/stored-take-down.ts';

export const postgresModerationStore = (db: Database): ModerationStore => ({
  takeDown: (event, { reason, at }) =>
    inTransaction(db, async (inside) => {
      const cause: StoredCause = { reason, at: at.toISOString() };
      const { rows } = await sql<{ hasChanged: boolean }>`/* event-take-down */
        with known_events as materialized (
          select id, visibility, take_down from event where id = ${event} for no key update
        ),
        old_events as (
          select id, visibility from known_events where (take_down -> 'own' ->> 'reason') is distinct from ${reason}
        ),
        takedowns as (
          update event e set visibility = 'taken_down', sequence = sequence + 1,
            take_down = coalesce(take_down, jsonb_build_object('visibility', e.visibility))
              || jsonb_build_object('own', ${JSON.stringify(cause)}::jsonb)
          from old_events where e.id = old_events.id returning e.id
        ),
        ${entriesOf(at)}
        select exists (select from takedowns) as "hasChanged" from known_events`.execute(inside);
      if (!rows[0]) return 'unknown';
      if (!rows[0].hasChanged) return 'unchanged';
      await raiseVersion(inside);
      return 'changed';
    }),
  restore: (event) =>
    inTransaction(db, async (inside) => {
      const count = await withoutCause(inside, 'own', sql`e.id = ${event}`);
      if (count > 0) return 'changed';
      const { rows } = await sql`select from event where id = ${event}`.execute(inside);
      return rows[0] ? 'unchanged' : 'unknown';
    }),
  suspend: (user, { reason, at }) =>
    inTransaction(db, async (inside) => {
      // `for update` waits for everything in progress that refers to the account: its new sessions and events.
      const { rows } = await sql<{ role: string; reason: string | null }>`/* user-suspend-lock */
        select role, suspension_reason as reason from app_user where id = ${user} and erased_at is null for update`.execute(
        inside,
      );
      if (!rows[0]) return 'unknown';
      if (rows[0].role === 'admin') return 'is_operator';
      if (rows[0].reason === reason) return 'unchanged';
      await sql`/* user-suspend */
        update app_user set suspended_at = ${at}, suspension_reason = ${reason} where id = ${user}`.execute(
        inside,
      );
      await sql`/* sessions-end-all */
        with live_sessions as materialized (
          select id from session where user_id = ${user} and ended_at is null order by id for no key update
        )
        update session s set ended_at = ${at} from live_sessions where s.id = live_sessions.id`.execute(
        inside,
      );
      const account: StoredCause = { reason, at: at.toISOString() };
      const { rows: takenDown } = await sql`/* events-take-down */
        with coming_events as materialized (
          select id, visibility from event where organizer_id = ${user} and end_at > ${at} order by id for no key update
        ),
        old_events as (select * from coming_events),
        takedowns as (
          update event e set visibility = 'taken_down', sequence = e.sequence + 1,
            take_down = coalesce(e.take_down, jsonb_build_object('visibility', e.visibility))
              || jsonb_build_object('account', ${JSON.stringify(account)}::jsonb)
          from coming_events where e.id = coming_events.id returning e.id
        ),
        ${entriesOf(at)}
        select id from takedowns`.execute(inside);
      if (takenDown.length > 0) await raiseVersion(inside);
      return 'changed';
    }),
  lift: (user) =>
    inTransaction(db, async (inside) => {
      const { rows } = await sql`/* user-lift */
        update app_user set suspended_at = null, suspension_reason = null
        where id = ${user} and erased_at is null and suspended_at is not null returning id`.execute(inside);
      if (rows.length === 0) return unchangedUser(inside, user);
      await withoutCause(inside, 'account', sql`e.organizer_id = ${user}`);
      return 'changed';
    }),
  setRole: async (user, role) => {
    const { numUpdatedRows } = await db
      .updateTable('app_user')
      .set({ role })
      .where('id', '=', user)
      .where('erased_at', 'is', null)
      .where('role', '<>', role)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'changed' : unchangedUser(db, user);
  },
  counts: async (user) => {
    const { rows } = await sql<AccountCounts>`/* account-counts */
      select
        (select count(*)::int from event where organizer_id = ${user}) as events,
        (select count(*)::int from rsvp where user_id = ${user}) as rsvps,
        (select count(*)::int from report where reporter_id = ${user}) as "reportsMade",
        (select count(*)::int from report where target_id = ${user}) as "reportsAbout"`.execute(db);
    return rows[0] as AccountCounts;
  },
  version: async () => {
    const { rows } = await sql<{ version: string }>`/* moderation-version */
      select version from moderation`.execute(db);
    return Number(rows[0]?.version ?? 0);
  },
});

/** Of a statement that changed no row of the account. */
const unchangedUser = async (db: Database, user: UserId): Promise<'unchanged' | 'unknown'> => {
  const { rows } = await sql`select from app_user where id = ${user} and erased_at is null`.execute(db);
  return rows[0] ? 'unchanged' : 'unknown';
};

/** Tells the guests of those of `old_events` that were shown. */
const entriesOf = (at: Date) => sql`entries as (
          insert into outbox (id, kind, event_id, data, at, due_at)
          select gen_random_uuid(), 'event.taken_down', id, '{}', ${at}::timestamptz, ${at}::timestamptz
          from old_events where visibility <> 'taken_down'
        )`;

/** Events `e` lose a cause, and are shown again when it was the only one. Returns how many had it. */
const withoutCause = async (
  db: Database,
  cause: 'own' | 'account',
  which: RawBuilder<unknown>,
): Promise<number> => {
  const other = sql.lit(cause === 'own' ? 'account' : 'own');
  const { rows } = await sql`/* events-restore-${sql.raw(cause)} */
    with hidden_events as materialized (
      select e.id from event e
      where ${which} and e.visibility = 'taken_down' and jsonb_exists(e.take_down, ${sql.lit(cause)})
      order by e.id for no key update
    )
    update event e set sequence = e.sequence + 1,
      visibility = case when jsonb_exists(e.take_down, ${other}) then e.visibility else e.take_down ->> 'visibility' end,
      take_down = case when jsonb_exists(e.take_down, ${other}) then e.take_down - ${sql.lit(cause)} end
    from hidden_events where e.id = hidden_events.id returning e.id`.execute(db);
  if (rows.length > 0) await raiseVersion(db);
  return rows.length;
};

/** Last, since its lock makes other operators wait until the commit. */
const raiseVersion = (db: Database) =>
  sql`/* moderation-raise */
    insert into moderation as m (id, version) values (1, 1)
    on conflict (id) do update set version = m.version + 1`.execute(db);
