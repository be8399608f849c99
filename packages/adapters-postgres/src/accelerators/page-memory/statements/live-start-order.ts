import { snapshotText } from '../../../connection/snapshot-text.ts';

/** Live events in start order, with the total by the counters. For lists without dates. */
export const liveStartOrder = `
with
interior as materialized (select low, high from unnest(:interiorLow, :interiorHigh) r (low, high)), --? area
boundary as materialized (select low, high from unnest(:boundaryLow, :boundaryHigh) r (low, high)), --? area
-- Flagged as ended by a clock that is ahead.
flagged_events as materialized (
  select e.id, e.start_at from event e
  where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live
    and e.end_at > :endsAfter and e.end_at < 'infinity'
    and e.category = :category --? category
    and e.attendance = any(:attendance) --? attendance
    and e.attendance <> 'offline' --? online
    and in_circle(e.lat, e.lng, :circle) --? area
),
total as materialized (
  select (
    (
      select coalesce(sum(part.live), 0) from (
        select c.live from listing_counter c where c.cell = -1 and c.category = :counters --? no-area no-online
        union all --? no-area no-online attendance
        select -count(*) from event e --? no-area no-online attendance
        where e.visibility = 'public' and e.status = 'scheduled' and e.is_live --? no-area no-online attendance
          and e.attendance <> 'offline' and e.attendance <> all(:attendance) --? no-area no-online attendance
          and e.category = :category --? no-area no-online attendance category
        select count(*) as live from event e --? no-area online
        where e.visibility = 'public' and e.status = 'scheduled' and e.is_live --? no-area online
          and e.attendance <> 'offline' and e.attendance = any(:attendance) --? no-area online
          and e.category = :category --? no-area online category
        select part.live from interior, lateral ( --? area
          select sum(c.live) as live from listing_counter c --? area
          where c.category = :counters and c.cell between low and high offset 0 --? area
        ) part --? area
        union all --? area
        select part.live from boundary, lateral ( --? area
          select count(*) as live from event e --? area
          where e.cell between low and high --? area
            and e.visibility = 'public' and e.status = 'scheduled' and e.is_live --? area
            and e.category = :category --? area category
            and e.attendance = any(:attendance) --? area attendance
            and e.attendance <> 'offline' --? area online
            and in_circle(e.lat, e.lng, :circle) --? area
          offset 0 --? area
        ) part --? area
      ) part
    )
    - (
      select count(*) from event e
      where e.visibility = 'public' and e.status = 'scheduled' and e.is_live
        and e.end_at > '-infinity' and e.end_at <= :endsAfter
        and e.category = :category --? category
        and e.attendance = any(:attendance) --? attendance
        and e.attendance <> 'offline' --? online
        and in_circle(e.lat, e.lng, :circle) --? area
    )
    + (select count(*) from flagged_events)
  )::int as total
),
recent_events as materialized (
  select id, start_at from (
    (
      select e.id, e.start_at from event e
      where e.visibility = 'public' and e.status = 'scheduled' and e.is_live
        and e.start_at >= :recentSince
        and e.end_at - interval '0' > :endsAfter
        and e.category = :category --? category
        and e.attendance = any(:attendance) --? attendance
        and e.attendance <> 'offline' --? online
        and in_circle(e.lat, e.lng, :circle) --? area
      order by e.start_at, e.id limit :first + :count
    )
    union all
    select id, start_at from flagged_events where start_at >= :recentSince
  ) matches
  order by start_at, id limit :first + :count
),
late_events as materialized (
  select id, start_at from (
    (
      select e.id, e.start_at from event e
      where e.visibility = 'public' and e.status = 'scheduled' and e.is_live
        and e.start_at < :recentSince
        and e.end_at - interval '0' > :endsAfter
        and e.category = :category --? category
        and e.attendance = any(:attendance) --? attendance
        and e.attendance <> 'offline' --? online
        and in_circle(e.lat, e.lng, :circle) --? area
      order by e.start_at, e.id limit (select :first + :count - count(*) from recent_events)
    )
    union all
    select id, start_at from flagged_events where start_at < :recentSince
  ) matches
  order by start_at, id limit (select :first + :count - count(*) from recent_events)
),
page as materialized (
  select id, start_at, rank from (
    select id, start_at, 0 as rank from recent_events union all select id, start_at, -1 from late_events
  ) matches
  order by rank desc, start_at, id offset :first limit :count
)
select total.total, ${snapshotText} as snapshot,
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
from total
`;
