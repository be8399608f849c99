import {
  DomainError,
  type EventId,
  type RsvpAnswer,
  type RsvpState,
  type RsvpStore,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Bulkhead } from '../connection/bulkhead.ts';
import { preparedStatement } from '../connection/prepared-statement.ts';
import { isHeldUp } from '../connection/translate-error.ts';
import type { Database } from '../database.ts';
import { type WriteBatcher, writeBatcher } from './write-batcher.ts';

/** One person's answer to one event; null clears it. */
interface Answer {
  readonly event: EventId;
  readonly user: UserId;
  readonly state: RsvpState;
  readonly at: Date;
}

/**
 * Answers that wait while others are written go together; a person's answers to one event stay in their order. Events
 * whose rows somebody holds get a queue of their own until they are free: they hold up nobody but themselves.
 */
export const postgresRsvpStore = (db: Database, bulkhead: Bulkhead): RsvpStore => {
  const held = new Map<EventId, WriteBatcher<Answer, Outcome>>();
  const order = {
    keyOf: ({ event, user }: Answer) => event + user,
    groupOf: ({ event }: Answer) => event,
  };
  const apart = (event: EventId): WriteBatcher<Answer, Outcome> => {
    const known = held.get(event);
    if (known) return known;
    const queue = writeBatcher<Answer, Outcome>({
      ...order,
      write: async (answers) => {
        try {
          const written = await bulkhead(event, () => writeAnswers(db, answers));
          held.delete(event);
          return written.map(told);
        } catch (error) {
          return refused(answers, error);
        }
      },
    });
    held.set(event, queue);
    return queue;
  };
  const later = (answer: Answer): Outcome => ({ later: apart(answer.event).add(answer) });
  const writeTogether = async (answers: readonly Answer[]): Promise<readonly Outcome[]> => {
    try {
      return (await writeAnswers(db, answers)).map(told);
    } catch (error) {
      if (!isHeldUp(error) || db.isTransaction) return refused(answers, error);
      const events = new Set(answers.map(({ event }) => event));
      for (const event of events) apart(event);
      // One of several is held, nobody knows which: the others will not be for long.
      return events.size === 1 ? refused(answers, error) : answers.map(later);
    }
  };
  const together = writeBatcher<Answer, Outcome>({
    ...order,
    write: async (answers) => {
      // Found to be held while these waited.
      const free = answers.filter(({ event }) => !held.has(event));
      const written = free.length > 0 ? await writeTogether(free) : [];
      const outcomes = new Map(free.map((answer, index) => [answer, written[index]]));
      return answers.map((answer) => outcomes.get(answer) ?? later(answer));
    },
  });
  return {
    answer: async (event, user, state, at) => {
      const outcome = await (held.get(event) ?? together).add({ event, user, state, at });
      const final = 'later' in outcome ? await outcome.later : outcome;
      if ('answer' in final) return final.answer;
      throw 'error' in final ? final.error : new Error('An answer was put off twice');
    },
  };
};

/** What became of an answer that was written with others, or waits in its event's own queue. */
type Outcome =
  | { readonly answer: RsvpAnswer | null }
  | { readonly error: unknown }
  | { readonly later: Promise<Outcome> };

const told = (answer: RsvpAnswer | null): Outcome => ({ answer });

/** With trouble of the server all are refused; anything else may be one's own fault, and the queue tries each alone. */
const refused = (answers: readonly Answer[], error: unknown): readonly Outcome[] => {
  if (!(error instanceof DomainError)) throw error;
  return answers.map(() => ({ error }));
};

const writeAnswers = async (
  db: Database,
  answers: readonly Answer[],
): Promise<readonly (RsvpAnswer | null)[]> => {
  const rows = await statement(db, {
    events: answers.map(({ event }) => event),
    users: answers.map(({ user }) => user),
    states: answers.map(({ state }) => state),
    times: answers.map(({ at }) => at),
  });
  const counts = new Map(rows.map(({ nr, rsvp_count }) => [nr, rsvp_count]));
  return answers.map(({ state }, index) => {
    const rsvpCount = counts.get(index + 1);
    return rsvpCount === undefined ? null : { myRsvp: state, rsvpCount };
  });
};

/**
 * Any number of answers in one statement, at most one of a person to an event. Answers' rows keep what they were
 * before, so changes are known without reading first; the counts' rows put parallel statements in turn, and within a
 * statement each answer gets the count as of itself. Rows are locked in the order of every other writer (event,
 * person, invitation, answer, counts), events, people, new answers and counts by their keys. The counts are locked before they are
 * changed: an update that finds its row changed meanwhile checks the constraints on what it first read, too, and
 * would fail for counts that never were.
 */
const statement = preparedStatement<
  {
    readonly events: readonly EventId[];
    readonly users: readonly UserId[];
    readonly states: readonly RsvpState[];
    readonly times: readonly Date[];
  },
  { readonly nr: number; readonly rsvp_count: number }
>({
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
    known as materialized (
      select asked.* from asked
      where event_id in (select id from events) and user_id in (select id from people)
    ),
    open as materialized (
      select i.id from known k, lateral (
        select i.id, i.event_id, i.user_id from invitation i
        where i.event_id = k.event_id and i.user_id = k.user_id and i.kind = 'user'
          and i.state = 'pending' and i.expires_at > k.at and k.state = 'going'
        offset 0
      ) i
      order by i.event_id, i.user_id
    ),
    closed as (
      update invitation i set state = 'accepted' where i.id in (select id from open) and i.state = 'pending' returning 1
    ),
    answered as (
      insert into rsvp (event_id, user_id, state, answered_at)
      select event_id, user_id, state, at from known where state is not null and (select count(*) from closed) >= 0
      order by event_id, user_id
      on conflict (event_id, user_id) do update
        set prev_state = rsvp.state, state = excluded.state, answered_at = excluded.answered_at
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
