import type { EventId } from '../ids.ts';
import { withRoom } from './slots/typed-arrays.ts';

/** The ids of listings by their slots: UUIDs, in 16 bytes each, where a string and its place in a map take a hundred. */
export interface ListingIds {
  count(): number;
  /** Returns its slot. */
  push(id: EventId): number;
  at(slot: number): EventId;
  /** As the ids compare as texts. */
  compare(one: number, other: number): number;
  /** The same for an id that is in no slot yet; negative where that of the slot comes first. */
  compareTo(id: EventId): (slot: number) => number;
  /** Keeps these slots alone, in their order. */
  keep(slots: Uint32Array): void;
}

const wordsPerId = 4;

const wordsOf = (id: string): readonly number[] => {
  const digits = id.replaceAll('-', '');
  return [0, 8, 16, 24].map((from) => Number.parseInt(digits.slice(from, from + 8), 16));
};

export const newListingIds = (): ListingIds => {
  let words = new Uint32Array(64);
  let count = 0;
  const compareWords = (values: ArrayLike<number>, from: number, slot: number): number => {
    for (let index = 0; index < wordsPerId; index += 1) {
      const difference = (words[slot * wordsPerId + index] as number) - (values[from + index] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return {
    count: () => count,
    push: (id) => {
      words = withRoom(words, (count + 1) * wordsPerId);
      words.set(wordsOf(id), count * wordsPerId);
      count += 1;
      return count - 1;
    },
    at: (slot) => {
      let digits = '';
      for (let index = 0; index < wordsPerId; index += 1)
        digits += (words[slot * wordsPerId + index] as number).toString(16).padStart(8, '0');
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as EventId;
    },
    compare: (one, other) => compareWords(words, other * wordsPerId, one),
    compareTo: (id) => {
      const values = wordsOf(id);
      return (slot) => compareWords(values, 0, slot);
    },
    keep: (slots) => {
      const old = words;
      words = new Uint32Array(slots.length * wordsPerId + wordsPerId);
      for (const [newSlot, slot] of slots.entries())
        words.set(old.subarray(slot * wordsPerId, (slot + 1) * wordsPerId), newSlot * wordsPerId);
      count = slots.length;
    },
  };
};
