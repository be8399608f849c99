import type { EventFilter } from '../events/lists/event-filter.ts';
import { compareStarts } from './listing-orders.ts';
import type { ListingParts } from './listing-parts.ts';
import { removeSlot, type SlotSet, slotsOf } from './slots/slot-set.ts';

/**
 * Leaves in a set, of each series, the first date in the order by time. Returns how many later dates of the series of a slot
 * were in it.
 */
export const foldSeries = (
  { columns, series: terms }: Pick<ListingParts, 'columns' | 'series'>,
  { recentSince }: EventFilter,
  set: SlotSet,
): ((slot: number) => number) => {
  const { series, starts } = columns.values;
  const compare = compareStarts(columns);
  const isOld = (slot: number) => Number((starts[slot] as number) < recentSince.getTime());
  // By the numbers of series, a slot and one more, and how many dates: twice as fast as in maps, of half a million listings in 11 ms.
  const [firsts, counts] = [new Uint32Array(terms.count() + 1), new Uint32Array(terms.count() + 1)];
  for (const slot of slotsOf(set)) {
    const number = series[slot] as number;
    if (number === 0) continue;
    counts[number] = (counts[number] as number) + 1;
    const first = (firsts[number] as number) - 1;
    const isFirst = first < 0 || (isOld(slot) - isOld(first) || compare(slot, first)) < 0;
    if (isFirst) firsts[number] = slot + 1;
    if (first >= 0) removeSlot(set, isFirst ? first : slot);
  }
  return (slot) => Math.max(0, (counts[series[slot] as number] as number) - 1);
};
