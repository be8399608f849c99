import { snapshotText } from '../../../connection/snapshot-text.ts';

/** The places of the matches of a search in the ring of a tile, one more than `count` at most. */
export const ringMatches = `
with
query as materialized (select words from (select :words as words offset 0) q),
matches as materialized (
  select e.lat, e.lng from (
    select e.lat, e.lng from event_words_live e
    where e.words @@ (select words from query)
      and e.end_at > :endsAfter
      and e.start_at < :startsBefore --? until
      and e.category = :category --? category
      and e.attendance = any(:attendance) --? attendance
      and e.attendance <> 'offline' --? online
      and in_circle(e.lat, e.lng, :circle)
    union all
    select e.lat, e.lng from ( --? no-dated
      select * from event e --? no-dated
      where e.visibility = 'public' and e.status = 'scheduled' and not e.is_live --? no-dated
        and e.end_at > :endsAfter and e.end_at < 'infinity' offset 0 --? no-dated
    ) e --? no-dated
    where e.words @@ (select words from query) --? no-dated
      and e.start_at < :startsBefore --? no-dated until
      and e.category = :category --? no-dated category
      and e.attendance = any(:attendance) --? no-dated attendance
      and e.attendance <> 'offline' --? no-dated online
      and in_circle(e.lat, e.lng, :circle) --? no-dated
    select e.lat, e.lng from event_words_ended e --? dated
    where e.words @@ (select words from query) --? dated
      and e.end_at > :endsAfter --? dated
      and e.start_at < :startsBefore --? dated until
      and e.category = :category --? dated category
      and e.attendance = any(:attendance) --? dated attendance
      and e.attendance <> 'offline' --? dated online
      and in_circle(e.lat, e.lng, :circle) --? dated
  ) e
  where not in_circle(e.lat, e.lng, :innerCircle)
  limit :count + 1
)
select ${snapshotText} as snapshot, to_json(array(select lat from matches)) as lats, to_json(array(select lng from matches)) as lngs
`;
