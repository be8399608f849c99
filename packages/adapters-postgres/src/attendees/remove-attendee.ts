import type { AttendeeStore, EventId, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { makeMove } from '../bookings/move-together.ts';
import type { Database } from '../database.ts';

/**
 * The domain's `AttendeeStore.remove`, inside a transaction. The lock on the user comes first and keeps out every
 * statement that lets them in, until the commit: those lock event and user before they look for the mark.
 */
export const removeAttendee = async (
  db: Database,
  event: EventId,
  user: UserId,
  at: Date,
): ReturnType<AttendeeStore['remove']> => {
  const { rows: existing } = await sql`
    select from event e, app_user u where e.id = ${event} and u.id = ${user} and u.erased_at is null
    for key share of e for update of u`.execute(db);
  if (existing.length === 0) return 'not_tied';
  const { rows: managers } = await sql`
    select from event where id = ${event} and organizer_id = ${user}
    union all select from event_admin where event_id = ${event} and user_id = ${user}`.execute(db);
  if (managers.length > 0) return 'is_manager';
  const { rows: marks } = await sql`
    with own_invitations as materialized (
      select id, state, expires_at from invitation
      where event_id = ${event} and (user_id = ${user} or accepted_by = ${user}) order by id for update
    ),
    former_ties as materialized (
      select where exists (select from own_invitations where state = 'accepted' or state = 'pending' and expires_at > ${at})
        or exists (select from link_join where event_id = ${event} and user_id = ${user})
        or exists (select from booking where event_id = ${event} and user_id = ${user})
        or exists (select from rsvp where event_id = ${event} and user_id = ${user})
    ),
    revocations as (
      update invitation i set state = 'revoked' from own_invitations, former_ties where i.id = own_invitations.id
    ),
    join_deletion as (
      delete from link_join j using former_ties where j.event_id = ${event} and j.user_id = ${user}
    ),
    answer_deletion as (
      delete from rsvp r using former_ties where r.event_id = ${event} and r.user_id = ${user} returning r.state
    ),
    messages as (
      insert into outbox (id, kind, event_id, user_id, data, at, due_at)
      select gen_random_uuid(), 'rsvp.changed', e.id, ${user}::uuid, '{"status": null}', ${at}::timestamptz,
        ${at}::timestamptz
      from answer_deletion, event e where e.id = ${event} and has_listener('rsvp.changed', e.id, e.organizer_id)
    ),
    counts as materialized (
      select s.event_id, s.going, s.interested, answer_deletion.state from event_stats s, answer_deletion
      where s.event_id = ${event} for no key update of s
    ),
    count_update as (
      update event_stats s set
        going = counts.going - (counts.state = 'going')::int,
        interested = counts.interested - (counts.state = 'interested')::int
      from counts where s.event_id = counts.event_id
    )
    insert into removed_guest (event_id, user_id, removed_at) select ${event}, ${user}, ${at} from former_ties
    on conflict (event_id, user_id) do update set removed_at = excluded.removed_at
    returning event_id`.execute(db);
  if (marks.length === 0) return 'not_tied';
  await makeMove(db, { event, user, move: { kind: 'cancel' }, at, isByOther: true });
  return 'removed';
};
