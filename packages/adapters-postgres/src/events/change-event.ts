import { type EventId, noticePolicy, type UserId } from '@event-platform/domain';
import { sql, type UpdateObject } from 'kysely';
import type { Database, Rows } from '../database.ts';

interface EventChange {
  readonly id: EventId;
  /** Of the event that is changed; false when it has another. */
  readonly sequence: number;
  readonly columns: UpdateObject<Rows, 'event'>;
  readonly actor: UserId | null;
  readonly at: Date;
}

/**
 * Changes an event in one statement, which also puts the change into the outbox where a webhook hears of it, and keeps the
 * values before the first edit that its guests will be told of, or forgets them when it becomes postponed.
 */
export const changeEvent = async (
  db: Database,
  { id, sequence, columns, actor, at }: EventChange,
): Promise<boolean> => {
  const dueAt = new Date(at.getTime() + noticePolicy.editWindow);
  const assignments = sql.join([
    ...Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    // Changes of its series leave an event alone that was changed on its own.
    sql`is_detached = series_id is not null`,
  ]);
  const { rows } = await sql`
    with old_events as materialized (
      select id, start_at, end_at, time_zone, address, status from event
      where id = ${id} and sequence = ${sequence} and status <> 'cancelled' and take_down is null
      for no key update
    ),
    new_events as (
      update event e set ${assignments} from old_events where e.id = old_events.id
      returning e.id, e.organizer_id, e.start_at, e.end_at, e.time_zone, e.address, e.sequence, e.status,
        old_events.status as old_status
    ),
    edits as (
      insert into event_edit (event_id, start_at, end_at, time_zone, address, actor_id, is_resumed)
      select o.id, o.start_at, o.end_at, o.time_zone, o.address, ${actor}::uuid, o.status = 'postponed'
      from old_events o join new_events c on c.id = o.id
      where c.status = 'scheduled'
        and (
          o.status = 'postponed'
          or o.end_at > ${at} and (o.start_at, o.end_at, o.time_zone, o.address)
            is distinct from (c.start_at, c.end_at, c.time_zone, c.address)
        )
        and (
          exists (select from rsvp r where r.event_id = o.id)
          or exists (select from booking b where b.event_id = o.id)
        )
      on conflict (event_id) do update set
        actor_id = case when event_edit.actor_id = excluded.actor_id then excluded.actor_id end
      returning event_id, xmax = 0 as is_first
    ),
    postponements as (
      select id, sequence from new_events where status = 'postponed' and old_status = 'scheduled'
    ),
    forgotten_edits as (
      delete from event_edit d using postponements p where d.event_id = p.id
    ),
    entries as (
      insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
      select gen_random_uuid(), 'event.edited', event_id, ${actor}::uuid, '{}', ${at}::timestamptz,
        ${dueAt}::timestamptz
      from edits where is_first
      union all
      select gen_random_uuid(), 'event.postponed', id, ${actor}::uuid, jsonb_build_object('sequence', sequence),
        ${at}::timestamptz, ${at}::timestamptz
      from postponements
      union all
      select gen_random_uuid(), 'event.changed', id, ${actor}::uuid,
        jsonb_strip_nulls(
          jsonb_build_object('sequence', sequence, 'status', case when status <> old_status then status end)
        ),
        ${at}::timestamptz, ${at}::timestamptz
      from new_events where has_listener('event.changed', id, organizer_id)
    )
    select id from new_events`.execute(db);
  return rows.length > 0;
};
