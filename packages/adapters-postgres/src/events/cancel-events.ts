import type { UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Cancels the events of a condition, for a reason or none, forgets their edits, and puts what happened into the outbox. */
export const cancelEvents = async (
  db: Database,
  condition: RawBuilder<unknown>,
  actor: UserId | null,
  at: Date,
  reason: string | null = null,
): Promise<void> => {
  await sql`
    with old_events as materialized (
      select id, status from event where ${condition} and status <> 'cancelled' order by id for no key update
    ),
    cancellations as (
      update event e set status = 'cancelled', cancel_reason = ${reason}, sequence = e.sequence + 1, updated_at = ${at},
        is_detached = e.series_id is not null
      from old_events where e.id = old_events.id returning e.id, e.sequence, old_events.status = 'postponed' as was_postponed
    ),
    locked_edits as materialized (
      -- In the order of those who take them to tell of them.
      select d.event_id from event_edit d where d.event_id in (select id from cancellations) order by d.event_id for update
    ),
    edits as (
      delete from event_edit d using locked_edits l where d.event_id = l.event_id
    )
    insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
    select gen_random_uuid(), 'event.cancelled', id, ${actor}::uuid, jsonb_strip_nulls(
        jsonb_build_object('sequence', sequence, 'wasPostponed', case when was_postponed then true end)
      ),
      ${at}::timestamptz, ${at}::timestamptz
    from cancellations`.execute(db);
};
