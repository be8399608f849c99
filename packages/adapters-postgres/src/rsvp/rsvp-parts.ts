// Parts of the statements that answer to events, one by one and in series; `write-rsvps.ts` says why they are as they are.

/** Writes the states of `admissions` once `acceptances` are done; those that change keep the state before. */
export const upserts = `upserts as (
  insert into rsvp (event_id, user_id, state, responded_at)
  select event_id, user_id, state, at from admissions
  where state is not null and (select count(*) from acceptances) >= 0
  order by event_id, user_id
  on conflict (event_id, user_id) do update set prev_state = rsvp.state, state = excluded.state
    where rsvp.state <> excluded.state
  returning event_id, user_id, prev_state
)`;

/** Locks the counters of the events of `changes`, then adds to them what changed. */
export const counters = `counters as materialized (
  select s.event_id, s.going, s.interested from event_stats s
  where s.event_id in (select event_id from changes) order by s.event_id for no key update
),
counts as (
  update event_stats s set going = c.going + sums.going, interested = c.interested + sums.interested
  from counters c,
    (select event_id, sum(going) as going, sum(interested) as interested from changes group by event_id) sums
  where s.event_id = c.event_id and sums.event_id = c.event_id and (sums.going <> 0 or sums.interested <> 0)
)`;
