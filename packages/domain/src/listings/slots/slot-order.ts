import { countBefore, withRoom } from './typed-arrays.ts';

/** Compares two slots, or words, by their numbers; 0 only for a number and itself. */
export type Compare = (one: number, other: number) => number;

/** Numbers in an order, each once. */
export interface SlotOrder {
  /** In order, until the next change. */
  slots(): Uint32Array;
  /**
   * Removes slots that are in it, and adds others: the more at once the better, as what lies between them moves once.
   */
  change(removed: readonly number[], added: readonly number[]): void;
  /** Gives each slot, all of which stay in the same order, its new number. */
  renumber(newSlots: Int32Array): void;
}

export const newSlotOrder = (compare: Compare): SlotOrder => {
  let slots = new Uint32Array(16);
  let count = 0;
  const positionOf = (slot: number, end: number) =>
    countBefore(end, (index) => compare(slots[index] as number, slot) < 0);

  const remove = (removed: readonly number[]) => {
    const gaps = Uint32Array.from(removed, (slot) => positionOf(slot, count)).sort();
    for (const [index, gap] of gaps.entries())
      slots.copyWithin(gap - index, gap + 1, gaps[index + 1] ?? count);
    count -= gaps.length;
  };
  // From the last one back, so that each slot moves once.
  const add = (added: readonly number[]) => {
    const sorted = Uint32Array.from(added).sort(compare);
    slots = withRoom(slots, count + sorted.length);
    let end = count;
    for (let index = sorted.length - 1; index >= 0; index -= 1) {
      const slot = sorted[index] as number;
      const position = positionOf(slot, end);
      slots.copyWithin(position + index + 1, position, end);
      slots[position + index] = slot;
      end = position;
    }
    count += sorted.length;
  };

  return {
    slots: () => slots.subarray(0, count),
    change: (removed, added) => {
      if (removed.length > 0) remove(removed);
      if (added.length > 0) add(added);
    },
    renumber: (newSlots) => {
      slots = Uint32Array.from(slots.subarray(0, count), (slot) => newSlots[slot] as number);
    },
  };
};
