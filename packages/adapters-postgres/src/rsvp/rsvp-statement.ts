import { sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';
import { requestLock } from '../idempotency/kept-answer-statements.ts';
import {
  admitWithin,
  events,
  isAllowed,
  type OnceColumns,
  people,
  type QuotaColumns,
  quotaNames,
  quotaTypes,
  quotaValues,
  type RsvpColumns,
  selectJudged,
  types,
  type WrittenRsvp,
  writeAdmitted,
} from './rsvp-parts.ts';

/**
 * Writes any number of answers in one atomic statement, at most one of a user to an event, and returns a row for each
 * answer whose event and user exist, unless the user was removed from the event. A row of `rsvp` keeps its previous
 * state, so that the change of the counters is known without reading it first; the locks on `event_stats` serialise
 * parallel statements, and within a statement each answer gets the count as of itself.
 *
 * Rows are locked in the order of every other writer (event, user, invitation, answer, counters), and events, users,
 * new answers and counters by their keys. The counters are locked before they are updated: an update that finds its
 * row changed meanwhile checks the constraints on the row version it first read as well, and would fail for counts
 * that never existed.
 */
export const writeRsvps = preparedStatement<RsvpColumns, WrittenRsvp>({
  name: 'rsvp-answers',
  types,
  body: (given) => sql`${events(given)}, ${people(given)},
    admitted as materialized (
      select * from unnest(${given('events')}, ${given('users')}, ${given('states')}, ${given('times')})
        with ordinality asked (event_id, user_id, state, at, nr)
      where user_id in (select id from people) and ${isAllowed}
    ),
    ${writeAdmitted}
    select nr, rsvp_count, null::int as quota, null::timestamptz as until from written`,
});

/**
 * The same for answers that are counted against quotas. The counts are locked after the users and before everything
 * else, by their keys. Answers of one account in one statement use its quota in their order; clearing uses it too,
 * but is never refused.
 */
export const writeRsvpsWithin = preparedStatement<RsvpColumns & QuotaColumns, WrittenRsvp>({
  name: 'rsvp-answers-within',
  types: quotaTypes,
  body: (given) => sql`${events(given)}, ${people(given)},
    ${admitWithin(sql`unnest(${quotaValues(given)}) with ordinality asked (${quotaNames}, nr)`)},
    ${writeAdmitted}
    ${selectJudged}`,
});

/**
 * The same for answers of which some belong to keyed requests. An answer is not written whose request was answered
 * before, is in progress, or whose caller has no room left for what is kept. The kept answers are inserted last: one
 * that another transaction kept meanwhile, or a caller whose room it used up (the answer is then null), fails the
 * statement.
 */
export const writeRsvpsOnce = preparedStatement<OnceColumns, WrittenRsvp>({
  name: 'rsvp-answers-once',
  types: {
    ...quotaTypes,
    requests: 'text[]',
    contents: 'text[]',
    befores: 'text[]',
    afters: 'text[]',
    kept_untils: 'timestamptz[]',
    charged_quotas: 'text[]',
    amounts: 'int[]',
    spent: 'timestamptz[]',
    room: 'int',
  },
  body: (given) => sql`
    claimed as materialized (
      select asked.* from unnest(${quotaValues(given)},
        ${given('requests')}, ${given('contents')}, ${given('befores')}, ${given('afters')}, ${given('kept_untils')},
        ${given('charged_quotas')}, ${given('amounts')}, ${given('spent')}
      ) with ordinality asked (
        ${quotaNames}, request, content, before, after, kept_until, charged_quota, amount, spent, nr
      )
      where asked.request is null or (
        (
          select k.user_id from kept_answer k
          where k.user_id = asked.user_id and k.request_hash = asked.request limit 1
        ) is null
        and coalesce((select l.taken from quota_use l where l.key = asked.charged_quota), 0) + asked.amount
          <= ${given('room')}
        and pg_try_advisory_xact_lock(${requestLock(sql`asked.user_id`, sql`asked.request`)})
      )
    ),
    ${events(given)}, ${people(given)},
    ${admitWithin(sql`claimed asked`)},
    ${writeAdmitted},
    keeping as materialized (
      select c.*, w.rsvp_count from claimed c join written w on w.nr = c.nr where c.request is not null
    ),
    charged as (
      insert into quota_use as l (key, taken, until)
      select charged_quota, sum(amount), max(spent) from keeping group by charged_quota order by charged_quota
      on conflict (key) do update set taken = l.taken + excluded.taken
        where l.taken + excluded.taken <= ${given('room')}
      returning key
    ),
    kept as (
      insert into kept_answer (user_id, request_hash, content_hash, answer, until)
      select k.user_id, k.request, k.content, case when c.key is not null then k.before || k.rsvp_count || k.after end,
        k.kept_until
      from keeping k left join charged c on c.key = k.charged_quota
    )
    ${selectJudged}`,
});
