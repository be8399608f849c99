import { snapshotText } from '../../../connection/snapshot-text.ts';

/** All public events of an organizer that pass, for lists and for searches: they lie side by side in one index. */
export const organizerEvents = `
with
matching_events as materialized ( --? text
-- Without words an index holds all that is asked: it is read once to count, and for each part of the page from its start.
matching_events as not materialized ( --? no-text
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
  select id, start_at from matching_events order by start_at, id limit :rankedRows --? titles
), --? titles
counts as materialized (select count(*)::int as total, min(end_at) as next_end from matching_events),
page as materialized (
  select id, start_at, rank from (
    (select id, start_at, 0 as rank from matching_events where start_at >= :recentSince --? no-titles
      order by start_at, id limit :first + :count) --? no-titles
    union all --? no-titles
    (select id, start_at, -1 from matching_events where start_at < :recentSince --? no-titles
      order by start_at, id limit :first + :count) --? no-titles
    -- The ranks are those of the domain's titleRank.
    select c.id, c.start_at, e.rank from candidates c, lateral ( --? titles
      select case when e.words @@ :allInTitle then 2 when e.words @@ :someInTitle then 1 else 0 end as rank --? titles
      from event e where e.id = c.id limit 1 --? titles
    ) e --? titles
    union all --? beyond
    (select id, start_at, -1 from matching_events order by start_at, id offset :rankedRows) --? beyond
  ) matches
  order by rank desc, start_at, id offset :first limit :count
)
select (select total from counts) as total, (select next_end from counts) as next_end,
  ${snapshotText} as snapshot,
  (
    select json_agg(json_build_array(p.id, p.rank) order by p.rank desc, p.start_at, p.id) from page p
  ) as page
`;
