import { snapshotText } from '../../../connection/snapshot-text.ts';

/** All events of a series, of a search those that match. */
export const seriesEvents = `
with
matches as materialized (
  select e.id, e.start_at, e.end_at,
    case when e.start_at < :recentSince then -1 else 0 end as rank --? no-titles
    -- The ranks are those of the domain's titleRank.
    case when e.words @@ :allInTitle then 2 when e.words @@ :someInTitle then 1 else 0 end as rank --? titles
  from event e
  where e.series_id = :series and e.visibility = 'public' and e.status = 'scheduled'
    and e.end_at > :endsAfter
    and e.start_at < :startsBefore --? until
    and e.category = :category --? category
    and e.organizer_id = :organizer --? organizer
    and e.attendance = any(:attendance) --? attendance
    and in_circle(e.lat, e.lng, :circle) --? area
    and e.words @@ :words --? text
),
page as materialized (
  select id, start_at, rank from matches order by rank desc, start_at, id offset :first limit :count
)
select (select count(*)::int from matches) as total, ${snapshotText} as snapshot,
  (select min(end_at) from matches) as next_end,
  (
    select json_agg(json_build_array(p.id, p.rank) order by p.rank desc, p.start_at, p.id) from page p --? no-places
    select json_agg(json_build_array(p.id, p.rank, e.lat, e.lng) order by p.rank desc, p.start_at, p.id) --? places
    from page p, lateral (select e.lat, e.lng from event e where e.id = p.id limit 1) e --? places
  ) as page
`;
