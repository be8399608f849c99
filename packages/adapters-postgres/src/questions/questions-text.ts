import { type RawBuilder, sql } from 'kysely';

const questionJson = `json_build_object('id', q.id, 'label', q.label, 'kind', q.kind, 'options', q.options,
    'isRequired', q.is_required)`;

/** What the event `e` asks, in JSON. */
export const questionsJson = `coalesce((
  select json_agg(${questionJson} order by q.place)
  from question q where q.event_id = e.id and not q.is_removed
), '[]')`;

/**
 * The same and, as `missing`, how many required ones a caller has not answered: one row, for a lateral join. Anonymous callers
 * (null) have answered nothing.
 */
export const questionsFor = (caller: RawBuilder<unknown> | null): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(${sql.raw(questionJson)} order by q.place), '[]') as questions,
    (count(*) filter (where q.is_required${caller === null ? sql`` : sql` and not ${isAnswered(caller)}`}))::int as missing
  from question q where q.event_id = e.id and not q.is_removed
)`;

const isAnswered = (caller: RawBuilder<unknown>) => sql`exists (
  select from answer a where a.event_id = e.id and a.user_id = ${caller} and a.question_id = q.id
    and a.value <> '[]' and btrim(a.value #>> '{}', E' \\n\\t') <> ''
)`;
