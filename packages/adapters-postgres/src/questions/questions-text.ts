/** What the event `e` asks, in JSON. */
export const questionsJson = `coalesce((
  select json_agg(json_build_object('id', q.id, 'label', q.label, 'kind', q.kind, 'options', q.options,
    'isRequired', q.is_required) order by q.place)
  from question q where q.event_id = e.id and not q.is_removed
), '[]')`;

/** How many required questions of the event `e` a caller has not answered. */
export const missingAnswersCount = (caller: string): string => `(
  select count(*)::int from question q
  where q.event_id = e.id and not q.is_removed and q.is_required and not exists (
    select from answer a where a.event_id = e.id and a.user_id = ${caller} and a.question_id = q.id
      and a.value <> '[]' and btrim(a.value #>> '{}', E' \\n\\t') <> ''
  )
)`;
