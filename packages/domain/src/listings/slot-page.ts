import { offsetOf, type Page } from '../paging.ts';
import type { Compare } from './slot-order.ts';
import { addSlot, hasSlot, newSlotSet } from './slot-set.ts';

type Test = (slot: number) => boolean;

/** A page that is filled in order, past the slots that come before it. */
export interface SlotPage {
  readonly slots: readonly number[];
  /** Takes from slots in order those that a test lets through, until the page is full. */
  walk(inOrder: Uint32Array, test: Test): void;
  /** Takes from slots in no order. */
  take(some: readonly number[]): void;
}

/** To compare two slots takes as long as so many steps of a walk. */
const stepsOfComparison = 10;

/**
 * @param compare the order
 * @param all all slots in that order
 * @param slotCount what each of them is less than
 */
export const newSlotPage = (page: Page, compare: Compare, all: Uint32Array, slotCount: number): SlotPage => {
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
    take: (some) => {
      const { length } = some;
      if (length <= left) {
        left -= length;
        return;
      }
      const sorting = length * Math.log2(length) * stepsOfComparison;
      const walking = length + ((left + limit - slots.length) * all.length) / length;
      if (sorting < walking) {
        walk(Uint32Array.from(some).sort(compare), () => true);
        return;
      }
      const set = newSlotSet(slotCount);
      for (const slot of some) addSlot(set, slot);
      walk(all, (slot) => hasSlot(set, slot));
    },
  };
};
