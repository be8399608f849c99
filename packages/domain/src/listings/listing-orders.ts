import type { ListPosition } from '../events/lists/list-position.ts';
import { noCell } from './cells.ts';
import type { ListingColumns } from './listing-columns.ts';
import { type Compare, newSlotOrder, type SlotOrder } from './slots/slot-order.ts';

/** Slots in the orders that lists are found by. */
export interface GroupOrders {
  /** By start, then id. */
  readonly starts: SlotOrder;
  readonly ends: SlotOrder;
  /** Those with a place, by cell. */
  readonly cells: SlotOrder;
}

/** The orders of live slots. */
export interface ListingOrders {
  readonly all: GroupOrders;
  /** Of each category, by its number. */
  readonly categories: GroupOrders[];
  readonly ids: SlotOrder;
}

/** By start, then id. */
export const compareStarts =
  ({ ids, values }: ListingColumns): Compare =>
  (one, other) =>
    (values.starts[one] as number) - (values.starts[other] as number) || ids.compare(one, other);

/** The same of a slot and a position: negative for a slot before it. */
export const comparePosition = (
  { ids, values }: ListingColumns,
  { startAt, id }: ListPosition,
): ((slot: number) => number) => {
  const compareId = ids.compareTo(id);
  return (slot) => (values.starts[slot] as number) - startAt || compareId(slot);
};

/** By a column, then as the lists, so that nothing moves when slots get other numbers. */
const byColumn = (columns: ListingColumns, name: 'ends' | 'cells'): SlotOrder => {
  const { values } = columns;
  const byStart = compareStarts(columns);
  return newSlotOrder(
    (one, other) => (values[name][one] as number) - (values[name][other] as number) || byStart(one, other),
  );
};

export const newGroupOrders = (columns: ListingColumns): GroupOrders => ({
  starts: newSlotOrder(compareStarts(columns)),
  ends: byColumn(columns, 'ends'),
  cells: byColumn(columns, 'cells'),
});

export const newListingOrders = (columns: ListingColumns): ListingOrders => ({
  all: newGroupOrders(columns),
  categories: [],
  ids: newSlotOrder(columns.ids.compare),
});

/** Removes slots from all orders, and adds others. */
export const changeOrders = (
  { all, categories, ids }: ListingOrders,
  columns: ListingColumns,
  removed: readonly number[],
  added: readonly number[],
): void => {
  const { values } = columns;
  const hasPlace = (slot: number) => values.cells[slot] !== noCell;
  const changeGroup = (
    { starts, ends, cells }: GroupOrders,
    removed: readonly number[],
    added: readonly number[],
  ) => {
    starts.change(removed, added);
    ends.change(removed, added);
    cells.change(removed.filter(hasPlace), added.filter(hasPlace));
  };
  ids.change(removed, added);
  changeGroup(all, removed, added);
  for (const category of new Set([...removed, ...added].map((slot) => values.categories[slot] as number))) {
    const isOfIt = (slot: number) => values.categories[slot] === category;
    categories[category] ??= newGroupOrders(columns);
    changeGroup(categories[category], removed.filter(isOfIt), added.filter(isOfIt));
  }
};

/** Gives all slots their new numbers. */
export const renumberOrders = ({ all, categories, ids }: ListingOrders, newSlots: Int32Array): void => {
  for (const { starts, ends, cells } of [all, ...categories])
    for (const order of [starts, ends, cells]) order.renumber(newSlots);
  ids.renumber(newSlots);
};
