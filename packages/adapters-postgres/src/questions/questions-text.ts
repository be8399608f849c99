const questionJson = `json_build_object('id', q.id, 'label', q.label, 'kind', q.kind, 'options', q.options,
    'isRequired', q.is_required)`;

/** What the event `e` asks, in JSON. */
export const questionsJson = `coalesce((
  select json_agg(${questionJson} order by q.place)
  from question q where q.event_id = e.id and not q.is_removed
), '[]')`;

/** The same and, as `missing`, how many required ones a caller has not answered: one row, for a lateral join. */
export const questionsFor = (caller: string): string => `(
  select coalesce(json_agg(${questionJson} order by q.place), '[]') as questions,
    (count(*) filter (where q.is_required and not exists (
      select from answer a where a.event_id = e.id and a.user_id = ${caller} and a.question_id = q.id
        and a.value <> '[]' and btrim(a.value #>> '{}', E' \\n\\t') <> ''
    )))::int as missing
  from question q where q.event_id = e.id and not q.is_removed
)`;

/** The same for anonymous callers, who have answered nothing. */
export const anonymousQuestions = `(
  select coalesce(json_agg(${questionJson} order by q.place), '[]') as questions,
    (count(*) filter (where q.is_required))::int as missing
  from question q where q.event_id = e.id and not q.is_removed
)`;
