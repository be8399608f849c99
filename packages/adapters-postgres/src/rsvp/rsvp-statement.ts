import { sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';
import {
  admitWithin,
  events,
  isAllowed,
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
