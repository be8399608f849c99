import type { EventId, RsvpState, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Given } from '../connection/prepared-statement.ts';

/** The answers to write, as columns: the same index is the same answer. A null state clears the answer. */
export interface RsvpColumns {
  readonly events: readonly EventId[];
  readonly users: readonly UserId[];
  readonly states: readonly RsvpState[];
  readonly times: readonly Date[];
}

/** The quota of each answer; all null for an answer that has none. */
export interface QuotaColumns {
  readonly budgets: readonly (string | null)[];
  readonly usual: readonly (number | null)[];
  readonly young: readonly (number | null)[];
  readonly young_since: readonly (Date | null)[];
  /** The end of a span that begins with the answer. */
  readonly untils: readonly (Date | null)[];
}

/**
 * The number of RSVPs of the event as of one answer, or the spent quota that refused it; `nr` is its position among
 * the answers, counted from 1.
 */
export interface WrittenRsvp {
  readonly nr: number;
  readonly rsvp_count: number | null;
  readonly quota: number | null;
  readonly until: Date | null;
}

export const events = (given: Given<RsvpColumns>) => sql`
    events as materialized (
      select e.id from event e where e.id = any(${given('events')}::uuid[]) order by e.id for key share
    )`;
export const people = (given: Given<RsvpColumns>) => sql`
    people as materialized (
      select u.id, u.role, u.created_at from app_user u
      where u.id = any(${given('users')}::uuid[]) and u.erased_at is null and (select count(*) from events) > 0
      order by u.id for key share
    ),
    removed as materialized (
      select g.event_id, g.user_id from (select count(*) as rows from people) locked, lateral removed_guests(
        ${given('events')}, ${given('users')}, locked.rows
      ) g
    )`;

/** Whether an answer of a user who is locked counts: a removed guest only clears theirs. */
export const isAllowed = sql`event_id in (select id from events)
        and (state is null or (event_id, user_id) not in (select event_id, user_id from removed))`;

/** Writes the answers of the table `admitted`; ends with the table `written`. */
export const writeAdmitted = sql`
    open as materialized (
      select i.id, k.at from admitted k, lateral (
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
      select event_id, user_id, state, at from admitted where state is not null and (select count(*) from closed) >= 0
      order by event_id, user_id
      on conflict (event_id, user_id) do update
        set prev_state = rsvp.state, state = excluded.state
      returning event_id, user_id, state, prev_state
    ),
    unanswered as materialized (
      select r.event_id, r.user_id from admitted k, lateral (
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
      from admitted k left join (
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
    ),
    written as (
      select c.nr::int as nr, (counts.going + counts.interested
        + sum(c.going + c.interested) over (partition by c.event_id order by c.nr))::int as rsvp_count
      from changed c join counts on counts.event_id = c.event_id
    )`;

/** Counts the answers of the table `asked` in `source` against their quotas; ends with the table `admitted`. */
export const admitWithin = (source: RawBuilder<unknown>) => sql`
    known as materialized (
      select asked.event_id, asked.user_id, asked.state, asked.at, asked.nr, asked.budget, asked.until,
        case
          when p.role = 'admin' then null
          when p.created_at > asked.young_since then asked.young else asked.usual
        end as quota
      from ${source} join people p on p.id = asked.user_id
      where ${isAllowed}
    ),
    used as (
      insert into account_quota as q (user_id, budget, used, until)
      select user_id, budget, count(*), max(until) from known where quota is not null
      group by user_id, budget order by user_id, budget
      on conflict (user_id, budget) do update set
        used = case when q.until <= (select max(at) from known) then 0 else q.used end + excluded.used,
        until = case when q.until <= (select max(at) from known) then excluded.until else q.until end
      returning user_id, budget, used, until
    ),
    judged as materialized (
      select k.event_id, k.user_id, k.state, k.at, k.nr, k.quota, c.until,
        k.state is not null and k.quota is not null
          and c.used - count(*) over own + row_number() over (own order by k.nr) > k.quota as is_spent
      from known k left join used c on c.user_id = k.user_id and c.budget = k.budget and k.quota is not null
      window own as (partition by k.user_id, k.budget, k.quota is null)
    ),
    admitted as materialized (select * from judged where not is_spent)`;

export const selectJudged = sql`
    select nr, rsvp_count, null::int as quota, null::timestamptz as until from written
    union all select nr::int, null, quota, until from judged where is_spent`;

export const types = { events: 'uuid[]', users: 'uuid[]', states: 'text[]', times: 'timestamptz[]' } as const;

export const quotaTypes = {
  ...types,
  budgets: 'text[]',
  usual: 'int[]',
  young: 'int[]',
  young_since: 'timestamptz[]',
  untils: 'timestamptz[]',
} as const;

export const quotaNames = sql`event_id, user_id, state, at, budget, usual, young, young_since, until`;

export const quotaValues = (given: Given<RsvpColumns & QuotaColumns>) => sql`
        ${given('events')}, ${given('users')}, ${given('states')}, ${given('times')},
        ${given('budgets')}, ${given('usual')}, ${given('young')}, ${given('young_since')}, ${given('untils')}`;
