import { type CellRanges, cellCovering } from './cell-covering.ts';
import type { Tile } from './tile.ts';

const squares = 240;

/** The cells that touch the outer circle and do not lie wholly inside the inner one. */
export const ringCells = ({ outer, inner }: Tile): CellRanges => {
  const { interior, boundary } = cellCovering(outer, squares);
  const { low, high } = cellCovering(inner, squares).interior;
  const holes = low.map((from, index) => ({ from, to: high[index] as number }));
  const ring: CellRanges = { low: [], high: [] };
  const add = (from: number, to: number) => {
    if (from > to) return;
    ring.low.push(from);
    ring.high.push(to);
  };
  for (const ranges of [interior, boundary])
    for (const [index, first] of ranges.low.entries()) {
      const last = ranges.high[index] as number;
      let from = first;
      for (const hole of holes) {
        if (hole.to < from || hole.from > last) continue;
        add(from, hole.from - 1);
        from = hole.to + 1;
      }
      add(from, last);
    }
  return ring;
};
