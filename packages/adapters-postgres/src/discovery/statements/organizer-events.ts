import { snapshotText } from './snapshot-text.ts';

/** All public events of an organizer that pass, for lists and for searches: they lie side by side in one index. */
export const organizerEvents = `
with
matching as materialized (
  select e.id, e.start_at, e.end_at from event e
  where e.organizer_id = :organizer and e.visibility = 'public' and e.status = 'scheduled'
    and e.end_at > :endsAfter
    and e.start_at < :startsBefore --? until
    and e.category = :category --? category
    and e.attendance = any(:attendance) --? attendance
    and in_circle(e.lat, e.lng, :circle) --? area
    and e.words @@ :words --? text
),
candidates as materialized ( --? titles
  select id, start_at from matching order by start_at, id limit :rankedRows --? titles
), --? titles
page as materialized (
  select id, start_at, rank from (
    select id, start_at, case when start_at < :recentSince then -1 else 0 end as rank from matching --? no-titles
    -- The ranks are those of the domain's titleRank.
    select c.id, c.start_at, e.rank from candidates c, lateral ( --? titles
      select case when e.words @@ :allInTitle then 2 when e.words @@ :someInTitle then 1 else 0 end as rank --? titles
      from event e where e.id = c.id limit 1 --? titles
    ) e --? titles
    union all --? beyond
    (select id, start_at, -1 from matching order by start_at, id offset :rankedRows) --? beyond
  ) found
  order by rank desc, start_at, id offset :first limit :count
)
select (select count(*)::int from matching) as total, (select min(end_at) from matching) as next_end,
  ${snapshotText} as snapshot,
  (
    select json_agg(json_build_array(p.id, p.rank) order by p.rank desc, p.start_at, p.id) from page p
  ) as page
`;
