import { snapshotText } from '../../../connection/snapshot-text.ts';

/** All events of the cells of an area, tested one by one. */
export const cells = `
with
interior as materialized (select low, high from unnest(:interiorLow, :interiorHigh) r (low, high)),
boundary as materialized (select low, high from unnest(:boundaryLow, :boundaryHigh) r (low, high)),
matches as materialized (
  select e.* from interior, lateral (
    select e.id, e.start_at from event e
    where e.cell between low and high
      and e.visibility = 'public' and e.status = 'scheduled' and e.is_live
      and e.end_at - interval '0' > :endsAfter
      and e.start_at < :startsBefore --? until
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
    offset 0
  ) e
  union all
  select e.* from boundary, lateral (
    select e.id, e.start_at from event e
    where e.cell between low and high
      and e.visibility = 'public' and e.status = 'scheduled' and e.is_live
      and e.end_at - interval '0' > :endsAfter
      and e.start_at < :startsBefore --? until
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
      and in_circle(e.lat, e.lng, :circle)
    offset 0
  ) e
  union all
  -- Hardly any event that is flagged as ended ends later than now: these are read by their ends.
  select e.id, e.start_at from event e --? no-dated
  where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live --? no-dated
    and e.end_at > :endsAfter and e.end_at < 'infinity' --? no-dated
    and e.start_at < :startsBefore --? no-dated until
    and e.category = :category --? no-dated category
    and e.attendance = any(:attendance) --? no-dated attendance
    and e.attendance <> 'offline' --? no-dated online
    and in_circle(e.lat, e.lng, :circle) --? no-dated
  -- Later than an earlier instant many may end: these are found by their cells.
  select e.* from interior, lateral ( --? dated
    select e.id, e.start_at from event e --? dated
    where e.cell between low and high --? dated
      and e.visibility = 'public' and e.status = 'scheduled' and not e.is_live --? dated
      and e.end_at - interval '0' > :endsAfter --? dated
      and e.start_at < :startsBefore --? dated until
      and e.category = :category --? dated category
      and e.attendance = any(:attendance) --? dated attendance
      and e.attendance <> 'offline' --? dated online
    offset 0 --? dated
  ) e --? dated
  union all --? dated
  select e.* from boundary, lateral ( --? dated
    select e.id, e.start_at from event e --? dated
    where e.cell between low and high --? dated
      and e.visibility = 'public' and e.status = 'scheduled' and not e.is_live --? dated
      and e.end_at - interval '0' > :endsAfter --? dated
      and e.start_at < :startsBefore --? dated until
      and e.category = :category --? dated category
      and e.attendance = any(:attendance) --? dated attendance
      and e.attendance <> 'offline' --? dated online
      and in_circle(e.lat, e.lng, :circle) --? dated
    offset 0 --? dated
  ) e --? dated
),
page as materialized (
  select id, start_at, case when start_at < :recentSince then -1 else 0 end as rank from matches
  order by rank desc, start_at, id offset :first limit :count
)
select (select count(*)::int from matches) as total, ${snapshotText} as snapshot,
  least(
    (
      select min(e.end_at) from event e
      where e.visibility = 'public' and e.status = 'scheduled' and e.is_live and e.end_at > :endsAfter
    ),
    (
      select min(e.end_at) from event e
      where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live and e.end_at > :endsAfter
    )
  ) as next_end,
  (
    select json_agg(json_build_array(p.id, p.rank) order by p.rank desc, p.start_at, p.id) from page p --? no-places
    select json_agg(json_build_array(p.id, p.rank, e.lat, e.lng) order by p.rank desc, p.start_at, p.id) --? places
    from page p, lateral (select e.lat, e.lng from event e where e.id = p.id limit 1) e --? places
  ) as page
`;
