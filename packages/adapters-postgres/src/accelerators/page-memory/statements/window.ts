import { snapshotText } from '../../../connection/snapshot-text.ts';

/** A window of dates in start order, all of whose events are counted. For lists without an area. */
export const windowInStartOrder = `
with
ongoing_events as materialized (
  select e.id, e.start_at from event e
  where e.visibility = 'public' and e.status = 'scheduled'
    and (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
    and time_longitude_box(e.start_at, e.end_at, e.lng, e.lng)
      && time_longitude_box(:endsAfter, :endsAfter, -180::float8, 180::float8)
    and e.start_at <= :endsAfter and e.end_at > :endsAfter
    and e.start_at < :startsBefore
    and e.category = :category --? category
    and e.attendance = any(:attendance) --? attendance
    and e.attendance <> 'offline' --? online
),
total as materialized (
  select (select count(*)::int from ongoing_events) + (
    select count(*)::int from event e
    where e.visibility = 'public' and e.status = 'scheduled'
      and e.start_at >= (:endsAfter at time zone 'UTC')::date::timestamp at time zone 'UTC'
      and (
        e.start_at > :endsAfter
        or e.end_at > :endsAfter
          and not (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
      )
      and e.start_at < :startsBefore
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
  ) as total
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
        and e.start_at < :startsBefore
        and e.category = :category --? category
        and e.attendance = any(:attendance) --? attendance
        and e.attendance <> 'offline' --? online
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
    select json_agg(json_build_array(p.id, p.rank) order by p.rank desc, p.start_at, p.id) from page p
  ) as page
from total
`;
