import type { EventId, RsvpStore, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { known } from './known.ts';

/**
 * One statement an answer. The answer's row keeps what it was before, so the change is known without reading
 * first; the counts' row puts parallel answers to one event in turn, so that each gets its own exact count.
 * The order in which rows are locked is that of every other writer: event, person, invitation, answer, counts.
 */
export const postgresRsvpStore = (db: Database): RsvpStore => ({
  answer: async (event, user, state, at) => {
    const statement = state === null ? clear(event, user) : set(event, user, state, at);
    const { rows } = await statement.execute(db);
    const counts = rows[0];
    return counts ? { myRsvp: state, rsvpCount: counts.going + counts.interested } : null;
  },
});

interface Counts {
  readonly going: number;
  readonly interested: number;
}

/**
 * The counts are locked before they are changed: an update that finds its row changed meanwhile checks the
 * constraints on what it first read, too, and would fail for counts that never were.
 */
const set = (
  event: EventId,
  user: UserId,
  state: 'going' | 'interested',
  at: Date,
): RawBuilder<Counts> => sql<Counts>`/* rsvp-set */
  with known as (${known(event, user)}),
  closed as (
    update invitation set state = 'accepted'
    from known
    where ${state} = 'going' and event_id = known.id and user_id = ${user} and kind = 'user'
      and state = 'pending' and expires_at > ${at}
    returning 1
  ),
  answered as (
    insert into rsvp (event_id, user_id, state, answered_at)
    select id, ${user}, ${state}, ${at} from known where (select count(*) from closed) >= 0
    on conflict (event_id, user_id) do update
      set prev_state = rsvp.state, state = excluded.state, answered_at = excluded.answered_at
    returning event_id, state, coalesce(prev_state, '') as prev_state
  ),
  counted as (
    select event_id,
      s.going + (state = 'going')::int - (prev_state = 'going')::int as going,
      s.interested + (state = 'interested')::int - (prev_state = 'interested')::int as interested
    from (
      select s.*, answered.state, answered.prev_state from event_stats s join answered using (event_id)
      for no key update of s
    ) s
  )
  update event_stats set going = counted.going, interested = counted.interested
  from counted where event_stats.event_id = counted.event_id
  returning event_stats.going, event_stats.interested`;

const clear = (event: EventId, user: UserId): RawBuilder<Counts> => sql<Counts>`/* rsvp-clear */
  with known as (${known(event, user)}),
  cleared as (
    delete from rsvp using known where event_id = known.id and user_id = ${user} returning state
  ),
  counted as (
    select event_id,
      s.going - (select count(*) from cleared where state = 'going')::int as going,
      s.interested - (select count(*) from cleared where state = 'interested')::int as interested
    from (
      select s.* from event_stats s join known on s.event_id = known.id
      where (select count(*) from cleared) >= 0
      for no key update of s
    ) s
  )
  update event_stats set going = counted.going, interested = counted.interested
  from counted where event_stats.event_id = counted.event_id
  returning event_stats.going, event_stats.interested`;
