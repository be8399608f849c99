/** A set of slots, one bit each: half a million take 56 kB, so that any two are intersected in some microseconds. */
export type SlotSet = Int32Array<ArrayBuffer>;

export const newSlotSet = (slotCount: number): SlotSet => new Int32Array((slotCount + 31) >>> 5);

/** Returns an empty set of all slots. */
export type NewSet = () => SlotSet;

/** Sets for one query after the other: thrown away, they had the collector run for a third of the time. */
export interface SpareSets {
  /** An empty set. */
  take(slotCount: number): SlotSet;
  /** Takes back all that were taken. */
  takeBack(): void;
}

/** A query takes ten, and one of many words many more. */
const mostSpare = 24;

export const newSpareSets = (): SpareSets => {
  const sets: SlotSet[] = [];
  let takenCount = 0;
  return {
    take: (slotCount) => {
      const number = takenCount;
      takenCount += 1;
      const spare = sets[number];
      if (spare?.length === (slotCount + 31) >>> 5) return spare.fill(0);
      const set = newSlotSet(slotCount);
      if (number < mostSpare) sets[number] = set;
      return set;
    },
    takeBack: () => {
      takenCount = 0;
    },
  };
};

export const addSlot = (set: SlotSet, slot: number): void => {
  set[slot >>> 5] = (set[slot >>> 5] as number) | (1 << (slot & 31));
};

export const removeSlot = (set: SlotSet, slot: number): void => {
  set[slot >>> 5] = (set[slot >>> 5] as number) & ~(1 << (slot & 31));
};

export const hasSlot = (set: SlotSet, slot: number): boolean =>
  (((set[slot >>> 5] as number) >>> (slot & 31)) & 1) === 1;

/** Leaves in the first set what is in the second one, too, which is not shorter. */
export const intersect = (set: SlotSet, other: SlotSet): void => {
  for (let index = 0; index < set.length; index += 1)
    set[index] = (set[index] as number) & (other[index] as number);
};

/** Takes out of the first set what is in the second one, of the same length. */
export const subtract = (set: SlotSet, other: SlotSet): void => {
  for (let index = 0; index < set.length; index += 1)
    set[index] = (set[index] as number) & ~(other[index] as number);
};

/** Adds to the first set what is in the second one, which may end earlier or later. */
export const unite = (set: SlotSet, other: SlotSet): void => {
  const length = Math.min(set.length, other.length);
  for (let index = 0; index < length; index += 1)
    set[index] = (set[index] as number) | (other[index] as number);
};

/** How many of 32 bits are set (Warren, "Hacker's Delight", 5-1). */
const countBits = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

export const countOf = (set: SlotSet): number => {
  let count = 0;
  for (let index = 0; index < set.length; index += 1) count += countBits(set[index] as number);
  return count;
};

/** How many slots are in both sets, of any lengths. */
export const countOfBoth = (set: SlotSet, other: SlotSet): number => {
  const length = Math.min(set.length, other.length);
  let count = 0;
  for (let index = 0; index < length; index += 1)
    count += countBits((set[index] as number) & (other[index] as number));
  return count;
};

/** In ascending order. */
export const slotsOf = (set: SlotSet): Uint32Array => {
  const slots = new Uint32Array(countOf(set));
  let next = 0;
  for (let index = 0; index < set.length; index += 1)
    // Takes the lowest bit away, again and again.
    for (let rest = set[index] as number; rest !== 0; rest &= rest - 1) {
      slots[next] = index * 32 + 31 - Math.clz32(rest & -rest);
      next += 1;
    }
  return slots;
};
