import { snapshotText } from '../../../connection/snapshot-text.ts';

/**
 * A window of dates in an area: each range of cells on each day. The condition of the window is one that PostgreSQL cannot take
 * apart; otherwise it would search the index for each bound in each cell (section "Multicolumn Indexes", skip scans).
 */
export const dayCells = `
with
interior as materialized (select low, high from unnest(:interiorLow, :interiorHigh) r (low, high)),
boundary as materialized (select low, high from unnest(:boundaryLow, :boundaryHigh) r (low, high)),
-- Many events end at midnight, and what starts then is not in the window.
days as materialized (
  select (:endsAfter at time zone 'UTC')::date + n as day
  from generate_series(
    0,
    ((:startsBefore - interval '1 microsecond') at time zone 'UTC')::date - (:endsAfter at time zone 'UTC')::date
  ) n
),
matches as materialized (
  select e.* from (
    select (:circle)[6] as west, (:circle)[7] as east
    union all select (:circle)[8], (:circle)[9] where (:circle)[8] <> (:circle)[6]
  ) span, lateral (
    select e.id, e.start_at from event e
    where e.visibility = 'public' and e.status = 'scheduled'
      and (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
      and time_longitude_box(e.start_at, e.end_at, e.lng, e.lng)
        && time_longitude_box(:endsAfter, :endsAfter, span.west, span.east)
      and e.start_at <= :endsAfter and e.end_at > :endsAfter
      and e.start_at < :startsBefore
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
      and in_circle(e.lat, e.lng, :circle)
    offset 0
  ) e
  union all
  select e.* from days, interior, lateral (
    select e.id, e.start_at from event e
    where (e.start_at at time zone 'UTC')::date = days.day and e.cell between low and high
      and e.visibility = 'public' and e.status = 'scheduled'
      and (
        e.start_at > :endsAfter and e.start_at < :startsBefore
        or e.start_at <= least(:endsAfter, :startsBefore - interval '1 microsecond')
          and e.end_at > :endsAfter
          and not (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
      )
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
    offset 0
  ) e
  union all
  select e.* from days, boundary, lateral (
    select e.id, e.start_at from event e
    where (e.start_at at time zone 'UTC')::date = days.day and e.cell between low and high
      and e.visibility = 'public' and e.status = 'scheduled'
      and (
        e.start_at > :endsAfter and e.start_at < :startsBefore
        or e.start_at <= least(:endsAfter, :startsBefore - interval '1 microsecond')
          and e.end_at > :endsAfter
          and not (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
      )
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
      and in_circle(e.lat, e.lng, :circle)
    offset 0
  ) e
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
