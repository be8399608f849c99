import { snapshotText } from '../../../connection/snapshot-text.ts';

/** All matches of a search, or at most `cap` and one more that tells that there are more. */
export const searchMatches = `
with
query as materialized (select words from (select :words as words offset 0) q),
matching_events as materialized (
  select * from (
    select e.event_id as id, e.start_at, e.end_at from event_words_live e
    where e.words @@ (select words from query)
      and e.end_at > :endsAfter
      and e.start_at < :startsBefore --? until
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
      and in_circle(e.lat, e.lng, :circle) --? area
    union all
    -- Hardly any event that is flagged as ended ends later than now: these are read by their ends.
    select e.id, e.start_at, e.end_at from ( --? no-dated
      select * from event e --? no-dated
      where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live --? no-dated
        and e.end_at > :endsAfter and e.end_at < 'infinity' offset 0 --? no-dated
    ) e --? no-dated
    where e.words @@ (select words from query) --? no-dated
      and e.start_at < :startsBefore --? no-dated until
      and e.category = :category --? no-dated category
      and e.attendance = any(:attendance) --? no-dated attendance
      and e.attendance <> 'offline' --? no-dated online
      and in_circle(e.lat, e.lng, :circle) --? no-dated area
    -- Later than an earlier instant many may end: these are found by their words.
    select e.event_id, e.start_at, e.end_at from event_words_ended e --? dated
    where e.words @@ (select words from query) --? dated
      and e.end_at > :endsAfter --? dated
      and e.start_at < :startsBefore --? dated until
      and e.category = :category --? dated category
      and e.attendance = any(:attendance) --? dated attendance
      and e.attendance <> 'offline' --? dated online
      and in_circle(e.lat, e.lng, :circle) --? dated area
  ) e
  limit :cap + 1 --? capped
),
total as materialized (
  select count(*)::int as total, count(*) filter (where start_at >= :recentSince)::int as recent,
    min(end_at) as next_end
  from matching_events
),
candidates as materialized ( --? titles
  select id, start_at from matching_events order by start_at, id limit :rankedRows --? titles
), --? titles
page as materialized (
  select id, start_at, rank from (
    select id, start_at, case when start_at < :recentSince then -1 else 0 end as rank from matching_events --? no-titles
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
select total.total, total.recent, total.next_end, ${snapshotText} as snapshot,
  (
    select json_agg(json_build_array(p.id, p.rank) order by p.rank desc, p.start_at, p.id) from page p --? no-places
    select json_agg(json_build_array(p.id, p.rank, e.lat, e.lng) order by p.rank desc, p.start_at, p.id) --? places
    from page p, lateral (select e.lat, e.lng from event e where e.id = p.id limit 1) e --? places
  ) as page
from total
`;
