import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../shape.ts';
import type { GivenValue } from '../statement-values.ts';

/** Of matches with all words in the title. */
export const bestRank = 2;

/** The table `page` of the table `matching`: sorted by start, or the first ones by rank and then start. */
export const rankedPage = (shape: Shape, given: GivenValue): RawBuilder<unknown> => {
  const wanted = sql`offset ${given('first')} limit ${given('count')}`;
  if (shape.ranking === 'none')
    return sql`page as materialized (select id, start_at, 0 as rank from matching order by start_at, id ${wanted})`;
  const candidates = sql`candidates as materialized (
    select id, start_at from matching order by start_at, id limit ${given('rankedRows')}
  )`;
  const rest = shape.isBeyondRanked
    ? sql`union all (select id, start_at, -1 from matching order by start_at, id offset ${given('rankedRows')})`
    : sql``;
  const page = (ranked: RawBuilder<unknown>) => sql`page as materialized (
    select id, start_at, rank from (${ranked} ${rest}) found order by rank desc, start_at, id ${wanted}
  )`;
  // The ranks are those of the domain's `titleRank`.
  if (shape.ranking === 'title')
    return sql`${candidates}, ${page(sql`
      select candidates.id, candidates.start_at, e.rank from candidates, lateral (
        select case when e.words @@ ${given('allInTitle')} then ${sql.lit(bestRank)} when e.words @@ ${given('someInTitle')} then 1 else 0 end
          as rank
        from event e where e.id = candidates.id limit 1
      ) e`)}`;
  return sql`${candidates},
    titled as materialized (
      select candidates.id, candidates.start_at from candidates, lateral (
        select from event e where e.id = candidates.id and e.words @@ ${given('allInTitle')} limit 1
      ) e
      order by candidates.start_at, candidates.id limit ${given('first')} + ${given('count')}
    ),
    ${page(sql`select id, start_at, ${sql.lit(bestRank)} as rank from titled
      union all select id, start_at, 0 from candidates where id not in (select id from titled)`)}`;
};
