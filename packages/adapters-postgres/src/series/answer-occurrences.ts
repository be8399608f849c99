import { type RsvpState, type SeriesId, statesBefore, type UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { visibleTo } from '../events/visible-to.ts';
import { counters, upserts } from '../rsvp/rsvp-parts.ts';

/** The answer of one user to a series and to all its events to come; null ends it. */
export interface SeriesAnswer {
  readonly series: SeriesId;
  readonly user: UserId;
  readonly state: RsvpState;
  readonly at: Date;
}

/**
 * Writes answers, at most one of a user to a series, in one transaction; resolves to how many events each concerns, in their
 * order, null for an unknown series or account.
 */
export const writeSeriesAnswers = (
  db: Database,
  answers: readonly SeriesAnswer[],
): Promise<readonly (number | null)[]> =>
  inTransaction(db, async (inside) => {
    const series = [...new Set(answers.map((answer) => answer.series))];
    // Who makes or changes events of the series is done, or waits: the next statement sees all of them.
    await sql`/* series-share */
      select from event_series where id = any(${series}::uuid[]) order by id for share`.execute(inside);
    const { rows } = await writeStatement(answers).execute(inside);
    const eventsByNr = new Map(rows.map(({ nr, events }) => [nr, events]));
    return answers.map((_, index) => eventsByNr.get(index + 1) ?? null);
  });

/**
 * Writes the answers to the series and to all their events that the callers see, at most one of a user to a series, and returns a
 * row for each answer whose series and account exist. Rows are locked in the order of `write-rsvps.ts`, which explains the
 * rest.
 */
const writeStatement = (answers: readonly SeriesAnswer[]) => sql<{
  nr: number;
  events: number;
}>`/* series-answer */
with input as materialized (
  select * from unnest(
    ${answers.map(({ series }) => series)}::uuid[], ${answers.map(({ user }) => user)}::uuid[],
    ${answers.map(({ state }) => state)}::text[], ${answers.map(({ at }) => at)}::timestamptz[]
  ) with ordinality a (series_id, user_id, state, at, nr)
),
events as materialized (
  select e.* from event e
  where e.series_id in (select series_id from input) and e.status = 'scheduled'
    and e.start_at >= (select min(at) from input)
  order by e.id for key share
),
people as materialized (
  select u.id from app_user u
  where u.id in (select user_id from input) and u.erased_at is null and (select count(*) from events) >= 0
  order by u.id for key share
),
series_answers as materialized (
  select a.* from input a join people p on p.id = a.user_id join event_series s on s.id = a.series_id
),
standing_rsvp as (
  insert into series_rsvp (series_id, user_id, state, responded_at)
  select series_id, user_id, state, at from series_answers where state is not null order by series_id, user_id
  on conflict (series_id, user_id) do update set state = excluded.state, responded_at = excluded.responded_at
    where series_rsvp.state <> excluded.state
),
ends as (
  delete from series_rsvp r using series_answers a
  where a.state is null and r.series_id = a.series_id and r.user_id = a.user_id
),
candidates as materialized (
  select e.id as event_id, a.user_id, a.state, a.at, a.nr
  from series_answers a join events e on e.series_id = a.series_id and e.start_at >= a.at
  where e.take_down is null and (a.state is null or e.rsvp_until is null or e.rsvp_until > a.at)
      and ${visibleTo(sql`a.user_id`, sql`a.at`)}
    or a.state is null and exists (select from rsvp r where r.event_id = e.id and r.user_id = a.user_id)
),
removals as materialized (
  select g.event_id, g.user_id
  from (select array_agg(event_id) as events, array_agg(user_id) as users, count(*) as rows from candidates) c,
    lateral removed_guests(c.events, c.users, c.rows) g
),
admissions as materialized (
  select event_id, user_id, state, at, nr from candidates
  where state is null or (event_id, user_id) not in (select event_id, user_id from removals)
),
invitations as materialized (
  select i.id, a.at from admissions a, lateral (
    select i.id, i.event_id, i.user_id from invitation i
    where i.event_id = a.event_id and i.user_id = a.user_id and i.kind = 'user' and a.state = 'going'
      and invitation_state(i.state, i.expires_at, a.at) = any(${statesBefore('attend')}::text[])
    offset 0
  ) i
  order by i.event_id, i.user_id
),
acceptances as (
  update invitation i set state = 'accepted', accepted_at = o.at from invitations o
  where i.id = o.id and invitation_state(i.state, i.expires_at, o.at) = any(${statesBefore('attend')}::text[])
  returning i.event_id, i.user_id, o.at
),
${sql.raw(upserts)},
deletions as (
  delete from rsvp r using admissions a
  where a.state is null and r.event_id = a.event_id and r.user_id = a.user_id
    and (select count(*) from upserts) >= 0
  returning r.event_id, r.user_id, r.state as prev_state
),
changes as materialized (
  select a.event_id, a.user_id, a.state, a.at, old.prev_state,
    coalesce((a.state = 'going')::int, 0) - coalesce((old.prev_state = 'going')::int, 0) as going,
    coalesce((a.state = 'interested')::int, 0) - coalesce((old.prev_state = 'interested')::int, 0) as interested
  from admissions a join (
    select event_id, user_id, prev_state from upserts
    union all select event_id, user_id, prev_state from deletions
  ) old using (event_id, user_id)
),
-- Managers of a series are told of its first event that is answered to.
activity as (
  insert into event_activity (event_id, user_id, kind, at)
  select distinct on (e.series_id, c.user_id) c.event_id, c.user_id, coalesce(c.state, 'cancelled'), c.at
  from changes c join events e on e.id = c.event_id
  where c.state is distinct from c.prev_state
  order by e.series_id, c.user_id, e.start_at
),
${sql.raw(counters)},
-- Asked once an event, and only where there are webhooks of this type.
listener_events as materialized (
  select e.id from events e
  where (select exists (select from webhook w where 'rsvp.changed' = any(w.types)))
    and has_listener('rsvp.changed', e.id, e.organizer_id)
),
entries as (
  insert into outbox (id, kind, event_id, user_id, data, at, due_at)
  select gen_random_uuid(), 'rsvp.changed', c.event_id, c.user_id, jsonb_build_object('status', c.state), c.at, c.at
  from changes c
  where c.state is distinct from c.prev_state and c.event_id in (select id from listener_events)
  union all
  select gen_random_uuid(), 'invitation.accepted', i.event_id, i.user_id, '{}', i.at, i.at
  from acceptances i
  where has_listener('invitation.accepted', i.event_id, (select e.organizer_id from event e where e.id = i.event_id))
)
select a.nr::int as nr, (select count(*) from admissions d where d.nr = a.nr)::int as events from series_answers a`;
