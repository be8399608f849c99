import type { EventId, RsvpState, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';

/** The answers to write, as columns: the same index is the same answer. A null state clears the answer. */
interface RsvpColumns {
  readonly events: readonly EventId[];
  readonly users: readonly UserId[];
  readonly states: readonly RsvpState[];
  readonly times: readonly Date[];
}

/** The number of RSVPs of the event as of one answer; `nr` is its position among the answers, counted from 1. */
interface RsvpCount {
  readonly nr: number;
  readonly rsvp_count: number;
}

/**
 * Writes any number of answers in one atomic statement, at most one of a user to an event, and returns a row for each
 * answer whose event and user exist, unless the user was removed from the event. A row of `rsvp` keeps its previous state, so that the change of the counters is
 * known without reading it first; the locks on `event_stats` serialise parallel statements, and within a statement
 * each answer gets the count as of itself.
 *
 * Rows are locked in the order of every other writer (event, user, invitation, answer, counters), and events, users,
 * new answers and counters by their keys. The counters are locked before they are updated: an update that finds its
 * row changed meanwhile checks the constraints on the row version it first read as well, and would fail for counts
 * that never existed.
 */
export const writeRsvps = preparedStatement<RsvpColumns, RsvpCount>({
  name: 'rsvp-answers',
  types: { events: 'uuid[]', users: 'uuid[]', states: 'text[]', times: 'timestamptz[]' },
  body: (given) => sql`
    asked as materialized (
      select * from unnest(${given('events')}, ${given('users')}, ${given('states')}, ${given('times')})
        with ordinality asked (event_id, user_id, state, at, nr)
    ),
    events as materialized (
      select e.id from event e where e.id = any(${given('events')}::uuid[]) order by e.id for key share
    ),
    people as materialized (
      select u.id from app_user u
      where u.id = any(${given('users')}::uuid[]) and u.erased_at is null and (select count(*) from events) > 0
      order by u.id for key share
    ),
    removed as materialized (
      select g.event_id, g.user_id from (select count(*) as rows from people) locked, lateral removed_guests(
        ${given('events')}, ${given('users')}, locked.rows
      ) g
    ),
    known as materialized (
      select asked.* from asked
      where event_id in (select id from events) and user_id in (select id from people)
        and (state is null or (event_id, user_id) not in (select event_id, user_id from removed))
    ),
    open as materialized (
      select i.id, k.at from known k, lateral (
        select i.id, i.event_id, i.user_id from invitation i
        where i.event_id = k.event_id and i.user_id = k.user_id and i.kind = 'user'
          and i.state = 'pending' and i.expires_at > k.at and k.state = 'going'
        offset 0
      ) i
      order by i.event_id, i.user_id
    ),
    closed as (
      update invitation i set state = 'accepted', accepted_at = open.at from open
      where i.id = open.id and i.state = 'pending' returning 1
    ),
    answered as (
      insert into rsvp (event_id, user_id, state, answered_at)
      select event_id, user_id, state, at from known where state is not null and (select count(*) from closed) >= 0
      order by event_id, user_id
      on conflict (event_id, user_id) do update
        set prev_state = rsvp.state, state = excluded.state
      returning event_id, user_id, state, prev_state
    ),
    unanswered as materialized (
      select r.event_id, r.user_id from known k, lateral (
        select r.event_id, r.user_id from rsvp r where r.event_id = k.event_id and r.user_id = k.user_id offset 0
      ) r where k.state is null and (select count(*) from answered) >= 0
    ),
    cleared as (
      delete from rsvp r using unanswered u where r.event_id = u.event_id and r.user_id = u.user_id
      returning r.event_id, r.user_id, r.state as prev_state
    ),
    changed as materialized (
      select k.nr, k.event_id,
        coalesce((k.state = 'going')::int, 0) - coalesce((old.prev_state = 'going')::int, 0) as going,
        coalesce((k.state = 'interested')::int, 0) - coalesce((old.prev_state = 'interested')::int, 0) as interested
      from known k left join (
        select event_id, user_id, prev_state from answered union all select * from cleared
      ) old using (event_id, user_id)
    ),
    counts as materialized (
      select s.event_id, s.going, s.interested from event_stats s
      where s.event_id in (select event_id from changed) order by s.event_id for no key update
    ),
    counted as (
      update event_stats s set going = counts.going + sums.going, interested = counts.interested + sums.interested
      from (select event_id, sum(going) as going, sum(interested) as interested from changed group by event_id) sums,
        counts
      where s.event_id = sums.event_id and counts.event_id = sums.event_id
    )
    select c.nr::int as nr, (counts.going + counts.interested
      + sum(c.going + c.interested) over (partition by c.event_id order by c.nr))::int as rsvp_count
    from changed c join counts on counts.event_id = c.event_id`,
});
