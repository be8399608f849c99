import { type EventId, type EventRecord, type Question, questionLimits } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

const rowsOf = (event: EventId, questions: readonly Question[]) =>
  questions.map(({ id, label, kind, options, isRequired }, place) => ({
    ...{ id, event_id: event, place, label, kind, options },
    is_required: isRequired,
    is_removed: false,
  }));

/** Adds what new events ask; an event that was not added, such as a known one, asks nothing new. */
export const addQuestions = async (
  db: Database,
  events: readonly Pick<EventRecord, 'id' | 'questions'>[],
): Promise<void> => {
  const rows = events.flatMap(({ id, questions }) => rowsOf(id, questions));
  await sql`/* questions-add */
    insert into question select n.* from json_populate_recordset(null::question, ${JSON.stringify(rows)}::json) n
    where exists (select from event e where e.id = n.event_id)`.execute(db);
};

/** Writes what events ask, and forgets what they ask no more without answers, or long ago; false when a question that has answers would get another kind. */
export const writeQuestions = async (
  db: Database,
  events: readonly Pick<EventRecord, 'id' | 'questions'>[],
): Promise<boolean> => {
  const ids = events.map(({ id }) => id);
  // The locks wait for answers that are on their way, which the next statement sees.
  const { rows: lockRows } = await sql`/* questions-lock */
    select from question where event_id = any(${ids}::uuid[]) order by id for update`.execute(db);
  const questionRows = events.flatMap(({ id, questions }) => rowsOf(id, questions));
  if (lockRows.length === 0 && questionRows.length === 0) return true;
  const json = JSON.stringify(questionRows);
  const { rows: answerRows } = await sql`/* questions-answered */
    select from json_populate_recordset(null::question, ${json}::json) n join question q on q.id = n.id
    where q.kind <> n.kind and exists (select from answer a where a.question_id = q.id) limit 1`.execute(db);
  if (answerRows.length > 0) return false;
  await sql`/* questions-write */
    with question_list as materialized (select * from json_populate_recordset(null::question, ${json}::json)),
    insertions as (
      insert into question select * from question_list
      on conflict (id) do update set place = excluded.place, label = excluded.label, kind = excluded.kind,
        options = excluded.options, is_required = excluded.is_required, is_removed = false
        where question.event_id = excluded.event_id
    )
    update question set is_removed = true
    where event_id = any(${ids}::uuid[]) and not is_removed and id not in (select id from question_list)`.execute(
    db,
  );
  await sql`/* questions-forget */
    with removals as materialized (
      select q.id, q.event_id, exists (select from answer a where a.question_id = q.id) as is_answered
      from question q where q.event_id = any(${ids}::uuid[]) and q.is_removed
    )
    delete from question q using (
      select id, is_answered, row_number() over (partition by event_id, is_answered order by id desc) as nr
      from removals
    ) r
    where r.id = q.id and (not r.is_answered or r.nr > ${questionLimits.kept})`.execute(db);
  return true;
};
