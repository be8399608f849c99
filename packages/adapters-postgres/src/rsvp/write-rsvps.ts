import {
  type AccountCharge,
  type EventId,
  type QuotaSpent,
  type RsvpResult,
  type RsvpState,
  statesBefore,
  type UserId,
} from '@event-platform/domain';
import { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';
import { counters, upserts } from './rsvp-parts.ts';

/** The RSVP of one user to one event; null clears it. A null charge is none. */
export interface RsvpWrite {
  readonly charge: AccountCharge | null;
  readonly event: EventId;
  readonly user: UserId;
  readonly state: RsvpState;
  readonly at: Date;
}

/** What became of an RSVP as of itself; null for one whose event or user is unknown, or who was removed from the event. */
export type RsvpOutcome = RsvpResult | QuotaSpent | 'closed' | null;

/** `nr` is the position among the RSVPs, counted from 1. One after the deadline has neither count nor quota. */
interface Row {
  readonly nr: number;
  readonly rsvp_count: number | null;
  readonly quota: number | null;
  readonly until: Date | null;
}

/**
 * Writes any number of rsvps in one atomic statement, at most one of a user to an event, and returns a row
 * for each rsvp whose event and user exist, unless the user was removed from the event.
 *
 * - Rows are locked in the order of every other writer (event, user, quota, invitation, rsvp, counters),
 *   and events, users, quotas, new rsvps and counters by their keys. Conditions such as `(select count(*)
 *   …) >= 0` make a part wait for the locks of the part before it.
 * - A removal that the locks waited for is not in the snapshot of the statement: `removed_guests` reads with
 *   a new one.
 * - Answers of one account use its quota in their order, refused ones and clearing too, which is never
 *   refused. So the count may go beyond the limit, which refuses the next one all the same.
 * - A row of `rsvp` keeps its previous state, so that the change of the counters is known without reading it
 *   first. One that is repeated is not written, and neither are counters that stay.
 * - The counters are locked before they are updated: an update that finds its row changed meanwhile checks
 *   the constraints on the row version it first read as well, and would fail for counts that never existed.
 *   Within the statement each rsvp gets the count as of itself.
 * - After the deadline only the RSVP that a person had before passes: `unchanged_rsvps` waits for a change of it in flight, and
 *   then reads what it came to. It accepts no invitation, which would be locked too late.
 * - A change of an RSVP goes into the outbox where a webhook hears of it, which is asked once an event.
 * - `input` hides the values from the planner, so that one plan serves all calls; `offset 0` keeps it on the
 *   indexes.
 */
const text = `/* rsvp-write */
with input as materialized (
  select $1::uuid[] as events, $2::uuid[] as users, $3::text[] as states, $4::timestamptz[] as times,
    $5::text[] as keys, $6::int[] as usual, $7::int[] as young, $8::timestamptz[] as young_since,
    $9::timestamptz[] as untils, $10::text[] as attendable
),
events as materialized (
  select e.id, e.organizer_id, e.rsvp_until from event e
  where e.id = any((select events from input)::uuid[]) order by e.id for key share
),
people as materialized (
  select u.id, u.role, u.created_at from app_user u
  where u.id = any((select users from input)::uuid[]) and u.erased_at is null
    and (select count(*) from events) > 0
  order by u.id for key share
),
removals as materialized (
  select g.event_id, g.user_id
  from (select count(*) as rows from people) locked, input,
    lateral removed_guests(events, users, locked.rows) g
),
rsvps as materialized (
  select a.*, account_limit(p.role, p.created_at, a.usual, a.young, a.young_since) as quota
  from input, unnest(events, users, states, times, keys, usual, young, young_since, untils)
      with ordinality a (event_id, user_id, state, at, key, usual, young, young_since, until, nr)
    join people p on p.id = a.user_id
  where a.event_id in (select id from events)
    and (a.state is null or (a.event_id, a.user_id) not in (select event_id, user_id from removals))
),
uses as (
  insert into quota_use as q (key, taken, until)
  select key, count(*), max(until) from rsvps where quota is not null group by key order by key
  on conflict (key) do update set
    taken = case when q.until <= (select max(at) from rsvps) then 0 else q.taken end + excluded.taken,
    until = case when q.until <= (select max(at) from rsvps) then excluded.until else q.until end
  returning key, taken, until
),
refusals as materialized (
  select nr, quota, until from (
    select a.nr, a.state, a.quota, u.until,
      u.taken - count(*) over own + row_number() over (own order by a.nr) as nth
    from rsvps a join uses u using (key)
    where a.quota is not null
    window own as (partition by key)
  ) counted
  where nth > quota and state is not null
),
late_rsvps as materialized (
  select a.nr, a.event_id, a.user_id, a.state from rsvps a join events e on e.id = a.event_id
  where a.state is not null and e.rsvp_until <= a.at and a.nr not in (select nr from refusals)
),
unchanged_rsvps as materialized (
  select l.nr, r.state from late_rsvps l, lateral (
    select r.state from rsvp r where r.event_id = l.event_id and r.user_id = l.user_id offset 0 for no key update
  ) r
),
closings as materialized (
  select l.nr from late_rsvps l where not exists (select from unchanged_rsvps k where k.nr = l.nr and k.state = l.state)
),
admissions as materialized (
  select event_id, user_id, state, at, nr from rsvps
  where nr not in (select nr from refusals) and nr not in (select nr from closings)
),
invitations as materialized (
  select i.id, a.at from admissions a, lateral (
    select i.id, i.event_id, i.user_id from invitation i
    where i.event_id = a.event_id and i.user_id = a.user_id and i.kind = 'user' and a.state = 'going'
      and a.nr not in (select nr from late_rsvps)
      and invitation_state(i.state, i.expires_at, a.at) = any((select attendable from input)::text[])
    offset 0
  ) i
  order by i.event_id, i.user_id
),
acceptances as (
  update invitation i set state = 'accepted', accepted_at = o.at from invitations o
  where i.id = o.id
    and invitation_state(i.state, i.expires_at, o.at) = any((select attendable from input)::text[])
  returning i.event_id, i.user_id, o.at
),
${upserts},
clearings as materialized (
  select r.event_id, r.user_id from admissions a, lateral (
    select r.event_id, r.user_id from rsvp r where r.event_id = a.event_id and r.user_id = a.user_id offset 0
  ) r
  where a.state is null and (select count(*) from upserts) >= 0
),
deletions as (
  delete from rsvp r using clearings c where r.event_id = c.event_id and r.user_id = c.user_id
  returning r.event_id, r.user_id, r.state as prev_state
),
changes as materialized (
  select a.nr, a.event_id, a.user_id, a.state, a.at, a.prev_state,
    coalesce((a.state = 'going')::int, 0) - coalesce((a.prev_state = 'going')::int, 0) as going,
    coalesce((a.state = 'interested')::int, 0) - coalesce((a.prev_state = 'interested')::int, 0) as interested
  from (
    -- What was not written is repeated.
    select a.*, case when old.event_id is null then a.state else old.prev_state end as prev_state
    from admissions a left join (
      select event_id, user_id, prev_state from upserts
      union all select event_id, user_id, prev_state from deletions
    ) old using (event_id, user_id)
  ) a
),
activity as (
  insert into event_activity (event_id, user_id, kind, at)
  select c.event_id, c.user_id, coalesce(c.state, 'cancelled'), c.at from changes c
  where $11::boolean and c.state is distinct from c.prev_state
),
${counters},
listener_events as materialized (
  select e.id from events e where has_listener('rsvp.changed', e.id, e.organizer_id)
),
entries as (
  insert into outbox (id, kind, event_id, user_id, data, at, due_at)
  select gen_random_uuid(), 'rsvp.changed', c.event_id, c.user_id, jsonb_build_object('status', c.state), c.at, c.at
  from changes c
  where c.state is distinct from c.prev_state and c.event_id in (select id from listener_events)
  union all
  select gen_random_uuid(), 'invitation.accepted', i.event_id, i.user_id, '{}', i.at, i.at
  from acceptances i join events e on e.id = i.event_id
  where has_listener('invitation.accepted', e.id, e.organizer_id)
)
select c.nr::int as nr, (s.going + s.interested
    + sum(c.going + c.interested) over (partition by c.event_id order by c.nr))::int as rsvp_count,
  null::int as quota, null::timestamptz as until
from changes c join counters s on s.event_id = c.event_id
union all
select nr::int, null, quota, until from refusals
union all
select nr::int, null, null, null from closings`;

/**
 * Writes RSVPs, at most one of a user to an event, in one statement; resolves to the outcome of each, in their order.
 * @param areNoted for the managers of their events; false where a booking is
 */
export const writeRsvps = async (
  db: Database,
  rsvps: readonly RsvpWrite[],
  areNoted = true,
): Promise<readonly RsvpOutcome[]> => {
  const { rows } = await db.executeQuery<Row>(
    CompiledQuery.raw(text, [
      rsvps.map(({ event }) => event),
      rsvps.map(({ user }) => user),
      rsvps.map(({ state }) => state),
      rsvps.map(({ at }) => at),
      rsvps.map(({ charge }) => charge?.key ?? null),
      rsvps.map(({ charge }) => charge?.limit.usual ?? null),
      rsvps.map(({ charge }) => charge?.limit.young ?? null),
      rsvps.map(({ charge }) => charge?.limit.youngSince ?? null),
      rsvps.map(({ charge }) => charge?.until ?? null),
      statesBefore('attend'),
      areNoted,
    ]),
  );
  const rowOf = new Map(rows.map((row) => [row.nr, row]));
  return rsvps.map(({ state }, index) => {
    const row = rowOf.get(index + 1);
    if (!row) return null;
    const { rsvp_count: rsvpCount, quota: limit, until } = row;
    if (rsvpCount !== null) return { myRsvp: state, rsvpCount };
    return limit !== null && until !== null ? { limit, until } : 'closed';
  });
};
