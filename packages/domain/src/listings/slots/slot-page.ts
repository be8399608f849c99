import type { ListPage } from '../../events/lists/list-position.ts';
import { offsetOf } from '../../paging.ts';
import type { Compare } from './slot-order.ts';
import { hasSlot, type SlotSet, slotsOf } from './slot-set.ts';
import { countBefore } from './typed-arrays.ts';

type Test = (slot: number) => boolean;

/** A page that is filled in order, past the slots that come before it. */
export interface SlotPage {
  readonly slots: readonly number[];
  /** Begins the slots of a rank, see `ListPosition`: a page after a position has none of the lower ranks. */
  begin(rank: number): void;
  /** Takes from slots in order those that a test lets through, until the page is full. */
  walk(inOrder: Uint32Array, test: Test): void;
  /** Takes from a set. @param count of its slots */
  take(set: SlotSet, count: number): void;
  /** Takes from a set by a value of each slot, the least first, then in order. */
  takeBy(set: SlotSet, measureOf: (slot: number) => number): void;
}

/** To compare two slots takes as long as so many steps of a walk. */
const stepsOfComparison = 10;

/**
 * @param compare the order
 * @param all in that order: the slots that any set is of
 * @param compareTo that of a slot and the position that the page is after
 */
export const newSlotPage = (
  page: ListPage,
  compare: Compare,
  all: Uint32Array,
  compareTo: (slot: number) => number,
): SlotPage => {
  const { limit, after } = page;
  const slots: number[] = [];
  let left = offsetOf(page);
  /** How much later the rank of the slots to come is than that of the position. */
  let rankFrom = 1;
  const firstOf = (inOrder: Uint32Array): number => {
    if (rankFrom < 0) return inOrder.length;
    return rankFrom === 0
      ? countBefore(inOrder.length, (index) => compareTo(inOrder[index] as number) <= 0)
      : 0;
  };
  const walk: SlotPage['walk'] = (inOrder, test) => {
    for (let index = firstOf(inOrder); index < inOrder.length && slots.length < limit; index += 1) {
      const slot = inOrder[index] as number;
      if (!test(slot)) continue;
      if (left > 0) left -= 1;
      else slots.push(slot);
    }
  };
  return {
    slots,
    begin: (rank) => {
      if (after) rankFrom = rank - after.rank;
    },
    walk,
    // Few are put in order; among many, which lie close to each other in the order, the page is soon found.
    take: (set, count) => {
      if (rankFrom < 0) return;
      if (count <= left) {
        left -= count;
        return;
      }
      const sorting = count * Math.log2(count) * stepsOfComparison;
      const walking = ((left + limit - slots.length) * all.length) / count;
      if (sorting < walking) walk(slotsOf(set).sort(compare), () => true);
      else walk(all, (slot) => hasSlot(set, slot));
    },
    takeBy: (set, measureOf) => {
      const found = slotsOf(set);
      const values = Float64Array.from(found, measureOf);
      const order = Uint32Array.from(found.keys());
      order.sort(
        (one, other) =>
          (values[one] as number) - (values[other] as number) ||
          compare(found[one] as number, found[other] as number),
      );
      const isBehind = (position: number): boolean => {
        if (!after) return true;
        const rank = (values[position] as number) - after.rank;
        return rank > 0 || (rank === 0 && compareTo(found[position] as number) > 0);
      };
      walk(
        order.filter(isBehind).map((position) => found[position] as number),
        () => true,
      );
    },
  };
};
