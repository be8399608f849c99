import { createHash } from 'node:crypto';

/** The source keys that a file has so far. */
export interface FileKeys {
  /** For the line that gives the event; false when an earlier line gave it already. */
  take(key: string): boolean;
  /** For a line that speaks of the event without giving it, for its faults. */
  mention(key: string): void;
  /** Whether any line speaks of it. */
  has(key: string): boolean;
}

export const fileKeys = (): FileKeys => {
  const [firstKeys, mentionedKeys] = [hashTable(), hashTable()];
  return {
    take: (key) => firstKeys.add(hashOf(key)),
    mention: (key) => {
      mentionedKeys.add(hashOf(key));
    },
    has: (key) => firstKeys.has(hashOf(key)) || mentionedKeys.has(hashOf(key)),
  };
};

/** 64 bits of a hash: two of a million keys share them once in 30 million files. */
export const hashOf = (key: string): bigint => {
  const hash = createHash('sha256').update(key).digest().readBigUInt64LE();
  // 0 marks a free slot.
  return hash === 0n ? 1n : hash;
};

/** The slot of a hash: where it is, or where it would be. */
const slotOf = (slots: BigUint64Array, hash: bigint): number => {
  const mask = slots.length - 1;
  let slot = Number(hash & BigInt(mask));
  while (slots[slot] !== 0n && slots[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
};

/** Hashes of texts. */
export type HashTable = ReturnType<typeof hashTable>;

/** Open addressing, at most half full: 16 to 32 bytes a key, where a `Set` takes a hundred. */
export const hashTable = () => {
  let slots = new BigUint64Array(1_024);
  let size = 0;
  const grow = () => {
    const larger = new BigUint64Array(slots.length * 2);
    for (const hash of slots) if (hash !== 0n) larger[slotOf(larger, hash)] = hash;
    slots = larger;
  };
  return {
    /** False when it is there already. */
    add: (hash: bigint): boolean => {
      const slot = slotOf(slots, hash);
      if (slots[slot] === hash) return false;
      slots[slot] = hash;
      size += 1;
      if (size * 2 > slots.length) grow();
      return true;
    },
    has: (hash: bigint): boolean => slots[slotOf(slots, hash)] === hash,
  };
};
