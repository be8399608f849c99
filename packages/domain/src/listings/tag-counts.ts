import type { TagCount } from '../events/tag.ts';
import type { ListingParts } from './listing-parts.ts';
import { removeSlot } from './slots/slot-set.ts';
import { countBefore } from './slots/typed-arrays.ts';

/** As `Vocabulary.tagCounts`. */
export const countTags = (
  { tags, columns, orders, live }: ListingParts,
  endsAfter: Date,
  limit: number,
): readonly TagCount[] => {
  const { ends } = columns.values;
  const byEnd = orders.all.ends.slots();
  const endedCount = countBefore(
    byEnd.length,
    (index) => (ends[byEnd[index] as number] as number) <= endsAfter.getTime(),
  );
  const shown = live.slice();
  for (const slot of byEnd.subarray(0, endedCount)) removeSlot(shown, slot);
  return Array.from({ length: tags.count() }, (_, tag) => ({
    slug: tags.textOf(tag),
    events: tags.countIn(tag, shown),
  }))
    .filter(({ events }) => events > 0)
    .sort((one, other) => other.events - one.events || (one.slug < other.slug ? -1 : 1))
    .slice(0, limit);
};
