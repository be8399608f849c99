/** Sums the counters of an area's cells and of the world, for the choice of a plan. */
export const countArea = `
select coalesce(sum(part.listed), 0)::int as listed, coalesce(sum(part.live), 0)::int as live,
  (
    select coalesce(sum(c.live), 0) from listing_counter c where c.category = :counters and c.cell = -1
  )::int as "worldLive"
from (
  select low, high from unnest(:interiorLow, :interiorHigh) r (low, high)
  union all select low, high from unnest(:boundaryLow, :boundaryHigh) r (low, high)
) range, lateral (
  select sum(c.listed) as listed, sum(c.live) as live from listing_counter c
  where c.category = :counters and c.cell between low and high offset 0
) part
`;
