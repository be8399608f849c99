import { offsetOf, type Page, type Paged } from '../../src/paging.ts';

type Key = string | number | Date;

/** Compares by several keys in turn, each ascending; texts by code unit. */
export const byKeys =
  <Row>(keysOf: (row: Row) => readonly Key[]) =>
  (one: Row, other: Row): number => {
    const others = keysOf(other);
    for (const [index, key] of keysOf(one).entries()) {
      const otherKey = others[index] as Key;
      if (key < otherKey) return -1;
      if (key > otherKey) return 1;
    }
    return 0;
  };

/** One page of rows that are in order. */
export const pageOf = <Row>(rows: readonly Row[], page: Page): Paged<Row> => ({
  ...page,
  total: rows.length,
  items: rows.slice(offsetOf(page), offsetOf(page) + page.limit),
});
