import {
  type EventAccess,
  type EventAdminStore,
  type EventChanges,
  type EventId,
  type EventStore,
  type EventToWrite,
  invitationPolicy,
  type SearchDocument,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { settleSeats } from '../bookings/move-together.ts';
import { toColumns } from '../columns.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import { undoable } from '../connection/undoable.ts';
import type { Database } from '../database.ts';
import { listPeople } from '../list-people.ts';
import { addQuestions, writeQuestions } from '../questions/event-questions.ts';
import { toWordsVector } from '../search/tsquery.ts';
import { cancelEvents } from './cancel-events.ts';
import { changeEvent } from './change-event.ts';
import { type EventRow, recordColumns, toEventJson, toEventRecord } from './event-rows.ts';
import { statementName, visibleTo } from './visible-to.ts';

export const postgresEventStore = (db: Database): EventStore => ({
  add: async (entry) => {
    await insertAsking(db, [entry], sql``);
  },
  addNew: (entries) => insertAsking(db, entries, sql`on conflict (source_key) do nothing`),
  find: async (id) => {
    const { rows } = await sql<EventRow>`/* event-find */
      select ${sql.raw(recordColumns)} from event e where e.id = ${id}`.execute(db);
    return rows[0] ? toEventRecord(rows[0]) : null;
  },
  access: async (id, caller, at) => {
    const standing =
      caller === null
        ? sql`'guest'`
        : sql`case
            when e.organizer_id = ${caller} then 'organizer'
            when exists (select from event_admin a where a.event_id = e.id and a.user_id = ${caller}) then 'admin'
            else 'guest'
          end`;
    const { rows } = await sql<EventAccess>`${statementName('event-access', caller)}
      select e.id as "eventId", e.organizer_id as "organizerId", ${standing} as standing,
        coalesce(e.take_down ->> 'visibility', e.visibility) as visibility, e.status,
        e.take_down is not null as "isTakenDown", e.end_at as "endAt", e.enabled_modules as "enabledModules"
      from event e where e.id = ${id} and ${visibleTo(caller, at)}`.execute(db);
    return rows[0] ?? null;
  },
  change: (id, sequence, changes, document, at, actor = null) =>
    undoable<boolean | 'question_answered' | { readonly bookedCount: number }>(db, async (inside, undo) => {
      const columns = { ...toAssignments(changes, document, at), sequence: sequence + 1, updated_at: at };
      if (!(await changeEvent(inside, { id, sequence, columns, actor, at }))) return false;
      if (changes.questions && !(await writeQuestions(inside, [{ id, questions: changes.questions }])))
        return undo('question_answered');
      if (changes.endAt) await moveExpiry(id).execute(inside);
      const excess = await settleSeats(inside, id, changes.capacity, at);
      return excess ? undo(excess) : true;
    }),
  cancel: (id, at, actor = null, reason = null) =>
    cancelEvents(db, sql`id = ${id} and take_down is null`, actor, at, reason),
  remove: async (id) => {
    // The series does not make an event of that day again.
    const { rows } = await sql`/* event-remove */
      with removals as (
        delete from event where id = ${id} and take_down is null returning id, series_id, series_date
      ),
      gaps as (
        insert into series_gap (series_id, date)
        select series_id, series_date from removals where series_date is not null
        on conflict (series_id, date) do update set is_excepted = false
      )
      select id from removals`.execute(db);
    return rows.length > 0;
  },
});

/** The domain's `invitationExpiry` for all invitations of an event that has a new end. */
const moveExpiry = (event: EventId) => sql`/* event-move-expiry */
  update invitation i set expires_at = moved.to
  from (
    select v.id, least(e.end_at, v.sent_at + ${invitationPolicy.lifetime} * interval '1 millisecond') as to
    from event e join invitation v on v.event_id = e.id where e.id = ${event}
  ) moved
  where moved.id = i.id and i.expires_at <> moved.to`;

/** With what they ask, in one step. */
const insertAsking: typeof insert = async (db, entries, onConflict) => {
  const eventsWithQuestions = entries.filter(({ event }) => event.questions.length > 0);
  if (eventsWithQuestions.length === 0) return insert(db, entries, onConflict);
  return inTransaction(db, async (inside) => {
    const count = await insert(inside, entries, onConflict);
    await addQuestions(
      inside,
      eventsWithQuestions.map(({ event }) => event),
    );
    return count;
  });
};

/** One statement for any number of entries. */
const insert = async (
  db: Database,
  entries: readonly EventToWrite[],
  onConflict: ReturnType<typeof sql>,
): Promise<number> => {
  if (entries.length === 0) return 0;
  const all = entries.map(({ event, document }) => toEventJson(event, toWordsVector(document)));
  const columns = sql.raw(Object.keys(all[0] ?? {}).join(', '));
  const json = JSON.stringify(all);
  const organizers = [...new Set(entries.map(({ event }) => event.organizerId))];
  const { rows } = await sql<{ count: number }>`
    with organizers as materialized (
      -- The lock waits for a suspension or an erasure, which then counts.
      select u.id, u.suspended_at, u.erased_at from app_user u where u.id = any(${organizers}::uuid[])
      order by u.id for key share
    ),
    insertions as (
      insert into event (${columns}) select ${columns} from json_populate_recordset(null::event, ${json}::json) entry
      where organizer_id not in (
        select id from organizers where suspended_at is not null or erased_at is not null
      )
      ${onConflict} returning id, organizer_id, created_at
    ),
    count_rows as (
      insert into event_stats (event_id, going, interested) select id, 0, 0 from insertions
    ),
    entries as (
      insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
      select gen_random_uuid(), 'event.created', id, organizer_id, '{}', created_at, created_at from insertions
      where has_listener('event.created', id, organizer_id)
    )
    select count(*)::int as count from insertions`.execute(db);
  return rows[0]?.count ?? 0;
};

const toAssignments = (
  { location, questions: _, ...changes }: EventChanges,
  document: SearchDocument,
  at: Date,
) => ({
  ...toColumns({ ...changes, ...location, ...(changes.endAt && { isLive: changes.endAt > at }) }),
  words: sql<string>`${toWordsVector(document)}::tsvector`,
});

export const postgresEventAdminStore = (db: Database): EventAdminStore => ({
  add: (event, user, most) =>
    inTransaction(db, async (inside) => {
      // The lock on the user serialises parallel calls, so that they cannot exceed the limit together.
      const { rows: users } = await sql`
        select from app_user where id = ${user} and erased_at is null for no key update`.execute(inside);
      if (users.length === 0) return false;
      // Statements of their own see what the first one waited for: a removal, a block, another event.
      const { rows } = await sql<{ hasBlocked: boolean; isAdmin: boolean; events: number }>`
        select
          exists (select from blocked_user where user_id = ${user} and blocked_id = o.organizer_id) as "hasBlocked",
          exists (select from event_admin where user_id = ${user} and event_id = o.id) as "isAdmin",
          (
            select count(*)::int from event_admin a join event e on e.id = a.event_id
            where a.user_id = ${user} and e.organizer_id = o.organizer_id
          ) as events
        from event o where o.id = ${event} for key share`.execute(inside);
      const [admin] = rows;
      if (admin?.hasBlocked) return false;
      if (admin && !admin.isAdmin && most !== undefined && admin.events >= most) return 'full';
      await sql`insert into event_admin (event_id, user_id) values (${event}, ${user})
        on conflict do nothing`.execute(inside);
      await inside
        .deleteFrom('removed_guest')
        .where('event_id', '=', event)
        .where('user_id', '=', user)
        .execute();
      return true;
    }),
  remove: async (event, user) => {
    await db.deleteFrom('event_admin').where('event_id', '=', event).where('user_id', '=', user).execute();
  },
  list: async (event, page) => {
    const admins = db.selectFrom('event_admin as a').where('a.event_id', '=', event);
    const items = await listPeople(db, admins.select('a.user_id').$asScalar(), page);
    const { total } = await admins
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { ...page, items, total };
  },
});
