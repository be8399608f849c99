import { withRoom } from './typed-arrays.ts';

/**
 * Lists of ascending numbers, by the number of each list, in one array of bytes: what each number adds to the one before it, seven
 * bits a byte, the lowest first (LEB128). A list is a chain of blocks, each with more room than the last; before each stands where
 * the next one is. So the words of half a million events take a third of what numbers of four bytes would.
 */
export interface Postings {
  /** @param value more than the last one of the list, below 2 ** 31 */
  add(list: number, value: number): void;
  count(list: number): number;
  /** Shows the numbers of a list, in order. */
  forEach(list: number, show: (value: number) => void): void;
}

const firstRoom = 4;
const linkBytes = 4;
/** Small blocks are mostly links; of large ones much stays empty. */
const roomAfter = (room: number): number => room + (room < 64 ? room : room >>> 2);

export const newPostings = (): Postings => {
  let bytes = new Uint8Array(256);
  let used = 0;
  const lists = {
    firstBlocks: new Uint32Array(16),
    /** Where the next byte stands, in the last block. */
    tails: new Uint32Array(16),
    rooms: new Uint32Array(16),
    spares: new Uint32Array(16),
    counts: new Uint32Array(16),
    lastValues: new Uint32Array(16),
  };

  const link = (block: number, next: number) => {
    for (let index = 0; index < linkBytes; index += 1) bytes[block + index] = next >>> (8 * index);
  };
  const linkOf = (block: number): number => {
    let next = 0;
    for (let index = 0; index < linkBytes; index += 1)
      next += (bytes[block + index] as number) * 2 ** (8 * index);
    return next;
  };
  const addBlock = (list: number) => {
    const { firstBlocks, tails, rooms, spares } = lists;
    const before = rooms[list] as number;
    const room = before === 0 ? firstRoom : roomAfter(before);
    if (before === 0) firstBlocks[list] = used;
    else link((tails[list] as number) - before - linkBytes, used);
    bytes = withRoom(bytes, used + linkBytes + room);
    tails[list] = used + linkBytes;
    rooms[list] = room;
    spares[list] = room;
    used += linkBytes + room;
  };
  const push = (list: number, byte: number) => {
    if (lists.spares[list] === 0) addBlock(list);
    const { tails, spares } = lists;
    const tail = tails[list] as number;
    bytes[tail] = byte;
    tails[list] = tail + 1;
    spares[list] = (spares[list] as number) - 1;
  };

  return {
    add: (list, value) => {
      if (list >= lists.counts.length)
        for (const [name, values] of Object.entries(lists))
          Object.assign(lists, { [name]: withRoom(values, list + 1) });
      const { counts, lastValues } = lists;
      let rest = value - (lastValues[list] as number);
      for (; rest > 0x7f; rest >>>= 7) push(list, (rest & 0x7f) | 0x80);
      push(list, rest);
      lastValues[list] = value;
      counts[list] = (counts[list] as number) + 1;
    },
    count: (list) => lists.counts[list] as number,
    forEach: (list, show) => {
      const { firstBlocks, tails } = lists;
      const tail = tails[list] ?? 0;
      let block = firstBlocks[list] ?? 0;
      let [value, shift] = [0, 0];
      for (let room = firstRoom, end = -1; end !== tail; room = roomAfter(room)) {
        // Blocks follow each other, so the tail is in none before the last.
        end = Math.min(tail, block + linkBytes + room);
        for (let at = block + linkBytes; at < end; at += 1) {
          const byte = bytes[at] as number;
          value += (byte & 0x7f) << shift;
          shift += 7;
          if (byte > 0x7f) continue;
          show(value);
          shift = 0;
        }
        block = linkOf(block);
      }
    },
  };
};
