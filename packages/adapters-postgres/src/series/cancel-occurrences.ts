import type { EventId, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Cancels events and forgets their edits; without `keepsDate` their days are free for others. Webhooks hear of each of them, guests
 * are told of all together; not of those that are taken down, which they were told of before.
 */
export const cancelOccurrences = async (
  db: Database,
  events: readonly EventId[],
  keepsDate: boolean,
  at: Date,
  actor: UserId,
  reason: string | null = null,
): Promise<void> => {
  if (events.length === 0) return;
  await sql`/* occurrences-cancel */
    with event_locks as materialized (select id from event where id = any(${[...events]}::uuid[]) order by id for no key update),
    cancellations as (
      update event e set status = 'cancelled', cancel_reason = ${reason}, sequence = sequence + 1, updated_at = ${at},
        series_date = case when ${keepsDate}::boolean then series_date end
      from event_locks where e.id = event_locks.id
      returning e.id, e.sequence, e.organizer_id, e.start_at, e.end_at, e.take_down
    ),
    locked_edits as materialized (
      -- In the order of those who take them to tell of them.
      select d.event_id from event_edit d where d.event_id in (select id from cancellations) order by d.event_id for update
    ),
    edits as (
      delete from event_edit d using locked_edits l where d.event_id = l.event_id
    )
    insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
    select gen_random_uuid(), 'event.cancelled', id, ${actor}::uuid,
      jsonb_build_object('sequence', sequence, 'isOfSeries', true), ${at}::timestamptz, ${at}::timestamptz
    from cancellations where has_listener('event.cancelled', id, organizer_id)
    union all
    select gen_random_uuid(), 'series.cancelled', null, ${actor}::uuid,
      jsonb_build_object('eventIds', jsonb_agg(id order by start_at, id)), ${at}::timestamptz, ${at}::timestamptz
    from cancellations where take_down is null having count(*) > 0`.execute(db);
};

/** Deletes events without guests. */
export const removeOccurrences = async (
  db: Database,
  events: readonly EventId[],
  at: Date,
  actor: UserId,
): Promise<void> => {
  if (events.length === 0) return;
  await sql`/* occurrences-remove */
    with removals as (
      delete from event where id = any(${[...events]}::uuid[]) returning id, organizer_id, sequence,
        has_listener('event.deleted', id, organizer_id) as is_heard
    )
    insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
    select gen_random_uuid(), 'event.deleted', id, ${actor}::uuid,
      jsonb_build_object('organizerId', organizer_id, 'sequence', sequence + 1, 'isOfSeries', true),
      ${at}::timestamptz, ${at}::timestamptz
    from removals where is_heard`.execute(db);
};
