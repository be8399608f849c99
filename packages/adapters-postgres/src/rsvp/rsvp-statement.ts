import { idempotencyPolicy } from '@event-platform/domain';
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

/** From an answer on; the planner gets a constant. */
const retention = sql.raw(`interval '${idempotencyPolicy.retention} milliseconds'`);

/**
 * The same for answers of which some belong to keyed requests. Such an answer is not written if its request was answered
 * before or is in progress, or if it is beyond its quota, which bounds how many answers are kept: also those of admins, and
 * those that clear. The kept answers are inserted last: one that another transaction kept meanwhile fails the statement.
 */
export const writeRsvpsOnce = preparedStatement<OnceColumns, WrittenRsvp>({
  name: 'rsvp-answers-once',
  types: { ...quotaTypes, requests: 'text[]', contents: 'text[]', befores: 'text[]', afters: 'text[]' },
  body: (given) => sql`
    claimed as materialized (
      select asked.* from unnest(${quotaValues(given)},
        ${given('requests')}, ${given('contents')}, ${given('befores')}, ${given('afters')}
      ) with ordinality asked (${quotaNames}, request, content, before, after, nr)
      where asked.request is null or (
        (
          select k.user_id from kept_answer k
          where k.user_id = asked.user_id and k.request_hash = asked.request limit 1
        ) is null
        and pg_try_advisory_xact_lock(${requestLock(sql`asked.user_id`, sql`asked.request`)})
      )
    ),
    ${events(given)}, ${people(given)},
    ${admitWithin(sql`claimed asked`, sql`asked.request is not null`)},
    ${writeAdmitted},
    kept as (
      insert into kept_answer (user_id, request_hash, content_hash, answer, until)
      select c.user_id, c.request, c.content, c.before || w.rsvp_count || c.after, c.at + ${retention}
      from claimed c join written w on w.nr = c.nr where c.request is not null
    )
    ${selectJudged}`,
});
