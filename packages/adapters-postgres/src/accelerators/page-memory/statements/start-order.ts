import { snapshotText } from '../../../connection/snapshot-text.ts';

/**
 * Listed events in start order from an instant on, first the ongoing ones, with the total by the counters; that of a window is
 * the total without its end, minus what starts later. For lists with dates.
 */
export const startOrder = `
with
interior as materialized (select low, high from unnest(:interiorLow, :interiorHigh) r (low, high)), --? area
boundary as materialized (select low, high from unnest(:boundaryLow, :boundaryHigh) r (low, high)), --? area
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
    + (
      select count(*) from event e
      where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live
        and e.end_at > :endsAfter and e.end_at < 'infinity'
        and e.category = :category --? category
        and e.attendance = any(:attendance) --? attendance
        and e.attendance <> 'offline' --? online
        and in_circle(e.lat, e.lng, :circle) --? area
    )
    - ( --? until
      select count(*) from event e --? until
      where e.visibility = 'public' and e.status = 'scheduled' --? until
        and e.start_at >= :startsBefore and e.start_at < 'infinity' --? until
        and e.end_at - interval '0' > :endsAfter --? until
        and e.category = :category --? until category
        and e.attendance = any(:attendance) --? until attendance
        and e.attendance <> 'offline' --? until online
        and in_circle(e.lat, e.lng, :circle) --? until area
    ) --? until
  )::int as total
),
-- Most events end on the UTC day that they start, so the ongoing ones are among those of the instant's day. The few that span
-- several days have an index of their own over boxes of time and longitude.
ongoing_events as materialized (
  select e.id, e.start_at from (
    select -180::float8 as west, 180::float8 as east --? no-area
    select (:circle)[6] as west, (:circle)[7] as east --? area
    union all select (:circle)[8], (:circle)[9] where (:circle)[8] <> (:circle)[6] --? area
  ) span, lateral (
    select e.id, e.start_at from event e
    where e.visibility = 'public' and e.status = 'scheduled'
      and (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
      and time_longitude_box(e.start_at, e.end_at, e.lng, e.lng)
        && time_longitude_box(:endsAfter, :endsAfter, span.west, span.east)
      and e.start_at <= :endsAfter and e.end_at > :endsAfter
      and e.start_at < :startsBefore --? until
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
      and in_circle(e.lat, e.lng, :circle) --? area
    offset 0
  ) e
),
page as materialized (
  select id, start_at, rank from (
    select id, start_at, case when start_at < :recentSince then -1 else 0 end as rank from ongoing_events
    union all
    (
      select e.id, e.start_at, 0 from event e
      where e.visibility = 'public' and e.status = 'scheduled'
        and e.start_at >= (:endsAfter at time zone 'UTC')::date::timestamp at time zone 'UTC'
        and (
          e.start_at > :endsAfter
          or e.end_at > :endsAfter
            and not (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
        )
        and e.start_at < :startsBefore --? until
        and e.category = :category --? category
        and e.attendance = any(:attendance) --? attendance
        and e.attendance <> 'offline' --? online
        and in_circle(e.lat, e.lng, :circle) --? area
      order by e.start_at, e.id limit :first + :count
    )
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
