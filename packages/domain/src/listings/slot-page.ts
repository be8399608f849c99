import { offsetOf, type Page } from '../paging.ts';
import type { Compare } from './slot-order.ts';
import { hasSlot, type SlotSet, slotsOf } from './slot-set.ts';

type Test = (slot: number) => boolean;

/** A page that is filled in order, past the slots that come before it. */
export interface SlotPage {
  readonly slots: readonly number[];
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
 */
export const newSlotPage = (page: Page, compare: Compare, all: Uint32Array): SlotPage => {
  const { limit } = page;
  const slots: number[] = [];
  let left = offsetOf(page);
  const walk: SlotPage['walk'] = (inOrder, test) => {
    for (let index = 0; index < inOrder.length && slots.length < limit; index += 1) {
      const slot = inOrder[index] as number;
      if (!test(slot)) continue;
      if (left > 0) left -= 1;
      else slots.push(slot);
    }
  };
  return {
    slots,
    walk,
    // Few are put in order; among many, which lie close to each other in the order, the page is soon found.
    take: (set, count) => {
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
      walk(
        order.map((position) => found[position] as number),
        () => true,
      );
    },
  };
};
