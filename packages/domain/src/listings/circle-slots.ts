import type { Area, EventFilter } from '../events/lists/event-filter.ts';
import { circleCells } from './cells.ts';
import { type ListingParts, ordersFor } from './listing-parts.ts';
import { addSlot, slotsOf } from './slots/slot-set.ts';
import { countBefore } from './slots/typed-arrays.ts';

/** The slots in the cells that a circle touches. */
export interface CircleSlots {
  /** Those in cells of which the circle holds all, cell by cell. */
  readonly inside: readonly Uint32Array[];
  readonly insideCount: number;
  /** Those in other cells, in the order of their numbers: so they are tested several times as fast. */
  readonly rim: Uint32Array;
}

/** Of the one category that the filter asks for, or of all. */
export const slotsInCircle = (parts: ListingParts, filter: EventFilter, area: Area): CircleSlots => {
  const { values } = parts.columns;
  const slots = ordersFor(parts, filter).cells.slots();
  const positionOf = (cell: number) =>
    countBefore(slots.length, (index) => (values.cells[slots[index] as number] as number) < cell);
  const inside: Uint32Array[] = [];
  const rim = parts.newSet();
  for (const { from, to, isInner } of circleCells(area)) {
    const some = slots.subarray(positionOf(from), positionOf(to));
    if (isInner) inside.push(some);
    else for (const slot of some) addSlot(rim, slot);
  }
  const insideCount = inside.reduce((sum, { length }) => sum + length, 0);
  return { inside, insideCount, rim: slotsOf(rim) };
};
