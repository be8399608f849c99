import type { Answers, AskedQuestion, QuestionStore, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { undoable } from '../connection/undoable.ts';
import type { Database } from '../database.ts';

export const postgresQuestionStore = (db: Database): QuestionStore => ({
  ofEvent: async (event) => {
    const { rows } = await sql<AskedQuestion>`/* questions-of-event */
      select q.id, q.label, q.kind, q.options, q.is_required as "isRequired", q.is_removed as "isRemoved"
      from question q
      where q.event_id = ${event}
        and (not q.is_removed or exists (select from answer a where a.question_id = q.id))
      order by q.is_removed, q.place, q.id`.execute(db);
    return rows;
  },
  answer: (event, user, questions, answers) =>
    undoable<'answered' | 'not_going' | 'outdated'>(db, async (inside, undo) => {
      // First, in the order of the statements that remove them.
      await sql`/* answer-event */
        select from event e, app_user u where e.id = ${event} and u.id = ${user} for key share of e, u`.execute(
        inside,
      );
      // The locks make the end of what ties the user to the event wait, which then ends the answers.
      const { rows: ties } = await sql`/* answer-ties */
        with own_rsvp as (
          select 1 from rsvp where event_id = ${event} and user_id = ${user} for no key update
        ),
        own_booking as (
          select 1 from booking where event_id = ${event} and user_id = ${user} for no key update
        )
        select from own_rsvp union all select from own_booking`.execute(inside);
      if (ties.length === 0) return undo('not_going');
      // The locks keep each question in its kind, as writing questions waits for them.
      const { rows: questionRows } = await sql<{ id: string; kind: string }>`/* answer-questions */
        select id, kind from question where event_id = ${event} and not is_removed
        order by place, id for key share`.execute(inside);
      const form = (list: readonly { readonly id: string; readonly kind: string }[]) =>
        JSON.stringify(list.map(({ id, kind }) => [id, kind]));
      if (form(questionRows) !== form(questions)) return undo('outdated');
      const rows = questions.flatMap(({ id }) =>
        answers[id] === undefined ? [] : [{ question_id: id, value: answers[id] }],
      );
      await sql`/* answer-write */
        with deletion as (
          delete from answer
          where event_id = ${event} and user_id = ${user}
            and question_id = any(${questions.map(({ id }) => id)}::uuid[])
            and question_id <> all(${rows.map(({ question_id }) => question_id)}::uuid[])
        )
        insert into answer (event_id, user_id, question_id, value)
        select ${event}, ${user}, question_id, value
        from json_populate_recordset(null::answer, ${JSON.stringify(rows)}::json)
        on conflict (event_id, user_id, question_id) do update
          set value = excluded.value where answer.value <> excluded.value`.execute(inside);
      return 'answered';
    }),
  answersOf: async (event, users) => {
    const { rows } = await sql<{ user_id: UserId; answers: Answers }>`/* answers-of-users */
      select user_id, json_object_agg(question_id, value) as answers from answer
      where event_id = ${event} and user_id = any(${users}::uuid[]) group by user_id`.execute(db);
    return new Map(rows.map(({ user_id: user, answers }) => [user, answers]));
  },
});
