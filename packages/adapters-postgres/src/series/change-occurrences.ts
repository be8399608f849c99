import {
  type EventId,
  type EventToWrite,
  invitationPolicy,
  noticePolicy,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { moveTogether } from '../bookings/move-together.ts';
import type { Database } from '../database.ts';
import { eventRecords } from '../events/event-records.ts';
import { toEventJson } from '../events/event-rows.ts';
import { writeQuestions } from '../questions/event-questions.ts';
import { toWordsVectors } from '../search/tsquery.ts';

/** The columns that a change of a series leaves as they are. */
const fixedColumns = new Set([
  'id',
  'organizer_id',
  'status',
  'source_key',
  'created_at',
  'series_id',
  'series_date',
  'is_detached',
]);

/** Long columns, which are written and indexed anew unless they stay the values of the row. */
const longColumns = new Set(['description', 'words']);

const newValue = (name: string) => {
  const column = sql.ref(name);
  return longColumns.has(name)
    ? sql`case when e.${column} = n.${column} then e.${column} else n.${column} end`
    : sql`n.${column}`;
};

/**
 * Changes locked events, in one statement for all of them. Webhooks hear of each of them; of the values that guests are told of the
 * first ones are kept, and guests are told of all events together.
 */
export const changeOccurrences = async (
  db: Database,
  entries: readonly EventToWrite[],
  at: Date,
  actor: UserId,
): Promise<{ readonly bookedCount: number } | 'question_answered' | null> => {
  if (entries.length === 0) return null;
  const ids = entries.map(({ event }) => event.id);
  const conflict = await mostBookedSeats(db, entries);
  if (conflict) return conflict;
  const isAsked = await writeQuestions(
    db,
    entries.map(({ event }) => event),
  );
  if (!isAsked) return 'question_answered';
  const vectorOf = toWordsVectors();
  const json = entries.map(({ event, document }) => toEventJson(event, vectorOf(document)));
  const names = Object.keys(json[0] ?? {}).filter((name) => !fixedColumns.has(name));
  const assignments = sql.join(names.map((name) => sql`${sql.ref(name)} = ${newValue(name)}`));
  const dueAt = new Date(at.getTime() + noticePolicy.editWindow);
  await sql`/* occurrences-change */
    with old_events as materialized (
      select id, start_at, end_at, time_zone, address from event where id = any(${ids}::uuid[])
    ),
    new_events as (
      update event e set ${assignments} from ${eventRecords(json)} n
      where e.id = n.id
      returning e.id, e.organizer_id, e.start_at, e.end_at, e.time_zone, e.address, e.sequence
    ),
    edits as (
      insert into event_edit (event_id, start_at, end_at, time_zone, address, actor_id)
      select o.id, o.start_at, o.end_at, o.time_zone, o.address, ${actor}::uuid
      from old_events o join new_events c on c.id = o.id
      where (o.start_at, o.end_at, o.time_zone, o.address)
          is distinct from (c.start_at, c.end_at, c.time_zone, c.address)
        and o.end_at > ${at}
        and (
          exists (select from rsvp r where r.event_id = o.id)
          or exists (select from booking b where b.event_id = o.id)
        )
      -- In the order of those who take them to tell of them.
      order by o.id
      on conflict (event_id) do update set
        actor_id = case when event_edit.actor_id = excluded.actor_id then excluded.actor_id end
      returning event_id, xmax = 0 as is_first
    )
    insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
    select gen_random_uuid(), 'series.edited', null, ${actor}::uuid,
      jsonb_build_object('eventIds', jsonb_agg(c.id order by c.start_at, c.id)), ${at}::timestamptz,
      ${dueAt}::timestamptz
    from edits d join new_events c on c.id = d.event_id where d.is_first having count(*) > 0
    union all
    select gen_random_uuid(), 'event.changed', id, ${actor}::uuid, jsonb_build_object('sequence', sequence),
      ${at}::timestamptz, ${at}::timestamptz
    from new_events where has_listener('event.changed', id, organizer_id)`.execute(db);
  await moveExpiries(db, ids);
  await promote(db, ids, at);
  return null;
};

/** The most confirmed seats of an event that has fewer now; null when there is none. Counts stay locked. */
const mostBookedSeats = async (db: Database, entries: readonly EventToWrite[]) => {
  const { rows } = await sql<{ booked: number }>`/* occurrences-booked */
    select s.booked from event_stats s
    join unnest(${entries.map(({ event }) => event.id)}::uuid[], ${entries.map(({ event }) => event.capacity)}::int[])
      n (id, capacity) on n.id = s.event_id
    join event e on e.id = s.event_id
    where n.capacity is distinct from e.capacity and n.capacity < s.booked
    order by s.event_id for no key update of s`.execute(db);
  const counts = rows.map((row) => row.booked);
  return counts.length > 0 ? { bookedCount: Math.max(...counts) } : null;
};

/** The domain's `invitationExpiry` for the invitations of events that may have new ends. */
const moveExpiries = async (db: Database, ids: readonly EventId[]): Promise<void> => {
  await sql`/* occurrences-expiry */
    update invitation i set expires_at = moved.to
    from (
      select v.id, least(e.end_at, v.sent_at + ${invitationPolicy.lifetime} * interval '1 millisecond') as to
      from event e join invitation v on v.event_id = e.id where e.id = any(${[...ids]}::uuid[])
    ) moved
    where moved.id = i.id and i.expires_at <> moved.to`.execute(db);
};

/** Gives free seats to the queues. */
const promote = async (db: Database, ids: readonly EventId[], at: Date): Promise<void> => {
  const { rows } = await sql<{ id: EventId }>`/* occurrences-queues */
    select event_id as id from event_stats where event_id = any(${[...ids]}::uuid[]) and waiting > 0
    order by event_id for no key update`.execute(db);
  if (rows.length === 0) return;
  await moveTogether(
    db,
    rows.map(({ id: event }) => ({ event, move: { kind: 'promote' }, at })),
  );
};
