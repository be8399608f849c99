import type { EventId, EventToWrite } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { eventRecords } from '../events/event-records.ts';
import { toEventJson } from '../events/event-rows.ts';
import { visibleTo } from '../events/visible-to.ts';
import { addQuestions } from '../questions/event-questions.ts';
import { toWordsVectors } from '../search/tsquery.ts';

/** Adds events of a locked series on the days that are free, then the RSVPs of those who answered it. */
export const addOccurrences = async (
  db: Database,
  entries: readonly EventToWrite[],
  at: Date,
): Promise<number> => {
  if (entries.length === 0) return 0;
  const vectorOf = toWordsVectors();
  const json = entries.map(({ event, document }) => toEventJson(event, vectorOf(document)));
  const columns = sql.raw(Object.keys(json[0] ?? {}).join(', '));
  const organizers = [...new Set(entries.map(({ event }) => event.organizerId))];
  const { rows } = await sql<{ id: EventId }>`/* occurrences-add */
    with organizers as materialized (
      -- The lock waits for a suspension or an erasure, which then counts.
      select u.id, u.suspended_at, u.erased_at from app_user u where u.id = any(${organizers}::uuid[])
      order by u.id for key share
    ),
    insertions as (
      insert into event (${columns})
      select ${columns} from ${eventRecords(json)} entry
      where organizer_id in (select id from organizers where suspended_at is null and erased_at is null)
        and not exists (
          select from series_gap g where g.series_id = entry.series_id and g.date = entry.series_date
        )
      on conflict (series_id, series_date) where series_id is not null do nothing
      returning id, organizer_id, created_at
    ),
    count_rows as (
      insert into event_stats (event_id, going, interested) select id, 0, 0 from insertions
    ),
    entries as (
      insert into outbox (id, kind, event_id, actor_id, data, at, due_at)
      select gen_random_uuid(), 'event.created', id, organizer_id, '{}', created_at, created_at from insertions
      where has_listener('event.created', id, organizer_id)
    )
    select id from insertions`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const eventsWithQuestions = entries.flatMap(({ event }) => (event.questions.length > 0 ? [event] : []));
  if (eventsWithQuestions.length > 0) await addQuestions(db, eventsWithQuestions);
  await answerStanding(db, ids, at);
  return ids.length;
};

/** No count can change beside it: no other transaction sees the events yet. Accounts are locked as by every other RSVP. */
const answerStanding = async (db: Database, ids: readonly EventId[], at: Date): Promise<void> => {
  await sql`/* occurrences-answers */
    with events as materialized (select e.* from event e where e.id = any(${[...ids]}::uuid[])),
    people as materialized (
      select u.id from app_user u
      where u.erased_at is null and u.id in (
        select s.user_id from series_rsvp s where s.series_id in (select series_id from events)
      )
      order by u.id for key share
    ),
    insertions as (
      insert into rsvp (event_id, user_id, state, responded_at)
      select e.id, s.user_id, s.state, ${at}::timestamptz
      from events e join series_rsvp s on s.series_id = e.series_id join people p on p.id = s.user_id
      where (e.rsvp_until is null or e.rsvp_until > ${at}) and ${visibleTo(sql`s.user_id`, at)}
      returning event_id, user_id, state
    ),
    listener_events as materialized (
      select e.id from events e where has_listener('rsvp.changed', e.id, e.organizer_id)
    ),
    entries as (
      insert into outbox (id, kind, event_id, user_id, data, at, due_at)
      select gen_random_uuid(), 'rsvp.changed', a.event_id, a.user_id, jsonb_build_object('status', a.state),
        ${at}::timestamptz, ${at}::timestamptz
      from insertions a where a.event_id in (select id from listener_events)
    )
    update event_stats s set going = c.going, interested = c.interested
    from (
      select event_id, count(*) filter (where state = 'going') as going,
        count(*) filter (where state = 'interested') as interested
      from insertions group by event_id
    ) c
    where s.event_id = c.event_id`.execute(db);
};
