import { snapshotText } from '../../../connection/snapshot-text.ts';

/** The places of the events of a list in the ring of a tile, one more than `count` at most. The cells of the ring are `boundary`. */
export const ringPlaces = `
with
ring as materialized (select low, high from unnest(:boundaryLow, :boundaryHigh) r (low, high)),
matches as materialized (
  select * from (
    select e.* from ring, lateral (
      select e.lat, e.lng from event e
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
    select e.lat, e.lng from event e --? no-dated
    where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live --? no-dated
      and e.end_at > :endsAfter and e.end_at < 'infinity' --? no-dated
      and e.start_at < :startsBefore --? no-dated until
      and e.category = :category --? no-dated category
      and e.attendance = any(:attendance) --? no-dated attendance
      and e.attendance <> 'offline' --? no-dated online
      and in_circle(e.lat, e.lng, :circle) --? no-dated
    select e.* from ring, lateral ( --? dated
      select e.lat, e.lng from event e --? dated
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
  ) e
  limit :count + 1
)
select ${snapshotText} as snapshot, to_json(array(select lat from matches)) as lats, to_json(array(select lng from matches)) as lngs
`;
