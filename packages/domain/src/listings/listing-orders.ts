import { noCell } from './cells.ts';
import type { ListingColumns } from './listing-columns.ts';
import { type Compare, newSlotOrder, type SlotOrder } from './slot-order.ts';

/** Slots by start, then id, and by end. */
export interface TimeOrders {
  readonly starts: SlotOrder;
  readonly ends: SlotOrder;
}

/** The orders of live slots. */
export interface ListingOrders {
  readonly times: TimeOrders;
  /** Of each category, by its number. */
  readonly categories: TimeOrders[];
  /** Those with a place, by cell. */
  readonly cells: SlotOrder;
  readonly ids: SlotOrder;
}

/** By start, then id. */
export const compareStarts =
  ({ ids, values }: ListingColumns): Compare =>
  (one, other) =>
    (values.starts[one] as number) - (values.starts[other] as number) || ids.compare(one, other);

/** By a column, then as the lists, so that nothing moves when slots get other numbers. */
const byColumn = (columns: ListingColumns, name: 'ends' | 'cells'): SlotOrder => {
  const { values } = columns;
  const byStart = compareStarts(columns);
  return newSlotOrder(
    (one, other) => (values[name][one] as number) - (values[name][other] as number) || byStart(one, other),
  );
};

const newTimeOrders = (columns: ListingColumns): TimeOrders => ({
  starts: newSlotOrder(compareStarts(columns)),
  ends: byColumn(columns, 'ends'),
});

export const newListingOrders = (columns: ListingColumns): ListingOrders => ({
  times: newTimeOrders(columns),
  categories: [],
  cells: byColumn(columns, 'cells'),
  ids: newSlotOrder(columns.ids.compare),
});

const changeTimes = ({ starts, ends }: TimeOrders, removed: readonly number[], added: readonly number[]) => {
  starts.change(removed, added);
  ends.change(removed, added);
};

/** Removes slots from all orders, and adds others. */
export const changeOrders = (
  { times, categories, cells, ids }: ListingOrders,
  columns: ListingColumns,
  removed: readonly number[],
  added: readonly number[],
): void => {
  const { values } = columns;
  changeTimes(times, removed, added);
  ids.change(removed, added);
  const hasPlace = (slot: number) => values.cells[slot] !== noCell;
  cells.change(removed.filter(hasPlace), added.filter(hasPlace));
  for (const category of new Set([...removed, ...added].map((slot) => values.categories[slot] as number))) {
    const isOfIt = (slot: number) => values.categories[slot] === category;
    categories[category] ??= newTimeOrders(columns);
    changeTimes(categories[category], removed.filter(isOfIt), added.filter(isOfIt));
  }
};

/** Gives all slots their new numbers. */
export const renumberOrders = (
  { times, categories, cells, ids }: ListingOrders,
  newSlots: Int32Array,
): void => {
  for (const { starts, ends } of [times, ...categories]) {
    starts.renumber(newSlots);
    ends.renumber(newSlots);
  }
  cells.renumber(newSlots);
  ids.renumber(newSlots);
};
