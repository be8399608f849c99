import { withRoom } from './typed-arrays.ts';

/**
 * Lists of numbers, by the number of each list, in one array. A list is a chain of blocks that have room for 1, 2, 4, 8 … numbers,
 * from the last one back; before each block stands where the one before it is.
 */
export interface Postings {
  add(list: number, value: number): void;
  /** The numbers of a list, block by block, until the next one is added. */
  blocks(list: number): readonly Uint32Array[];
}

/** The room in the last block of a list: the greatest power of two up to the count of its numbers. */
const roomInLast = (count: number): number => 1 << (31 - Math.clz32(count));

export const newPostings = (): Postings => {
  let values = new Uint32Array(64);
  let used = 0;
  let lastBlocks = new Uint32Array(16);
  let counts = new Uint32Array(16);
  return {
    add: (list, value) => {
      lastBlocks = withRoom(lastBlocks, list + 1);
      counts = withRoom(counts, list + 1);
      const count = (counts[list] as number) + 1;
      const room = roomInLast(count);
      if (count === room) {
        values = withRoom(values, used + 1 + room);
        values[used] = lastBlocks[list] as number;
        lastBlocks[list] = used;
        used += 1 + room;
      }
      values[(lastBlocks[list] as number) + 1 + count - room] = value;
      counts[list] = count;
    },
    blocks: (list) => {
      const blocks: Uint32Array[] = [];
      let block = lastBlocks[list] as number;
      for (let left = counts[list] as number; left > 0; ) {
        const room = roomInLast(left);
        blocks.push(values.subarray(block + 1, block + 2 + left - room));
        left = room - 1;
        block = values[block] as number;
      }
      return blocks;
    },
  };
};
